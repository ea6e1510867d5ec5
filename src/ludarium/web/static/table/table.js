/** The page of a table: follows it, shows it, and sends what the reader does. */

import { Board } from "../board/board.js";
import { drawingTools } from "../board/drawing-tools.js";
import { messageOf } from "../shared/api.js";
import { ServerTime } from "../shared/clock.js";
import { need } from "../shared/dom.js";
import { playerName } from "../shared/player-names.js";
import { isOn, preference } from "../shared/preferences.js";
import { ask } from "../shared/question.js";
import { TableSocket } from "../shared/socket.js";
import { sound } from "../shared/sounds.js";
import { announce } from "../shared/toast.js";
import { chooser, chosenItem } from "./choosing.js";
import { Witness } from "./commitments.js";
import { ConditionalMoves } from "./conditional-moves.js";
import { showConnection } from "./connection.js";
import { Countdown } from "./countdown.js";
import { Controls } from "./drawer.js";
import { MoveList, withSeats } from "./move-list.js";
import { MoveStrip } from "./move-strip.js";
import { pageState } from "./page-state.js";
import { makeParts } from "./parts.js";
import { PassDevice } from "./pass-device.js";
import { Premove } from "./premove.js";
import { Requests } from "./requests.js";
import { leaveRoom } from "./room.js";
import { RoundReveal, roundOf } from "./round-reveal.js";
import { RoundSummary } from "./round-summary.js";
import { pastAt, sceneAfter } from "./scenes.js";
import { ScreenReader } from "./screen-reader.js";
import { takeBackByAddress } from "./seat-devices.js";
import { Seats } from "./seats.js";
import { cue } from "./sound-cues.js";
import { showInTab, TurnLine } from "./turn-line.js";

const TURNING = 700; // ms before the board turns to the next player, so that the move is seen
/** @param {string} id */
const part = (id) => need(`#${id}`);

/** @typedef {{ scene: Scene, round?: undefined } | RoundFacts} Past */

class TablePage {
  #id;
  #game;
  #viewer; // the seat whose side is nearest to the reader
  /** @type {TableState | null} */
  #told = null; // the table as it was told last
  /** @type {SeatedMove[]} */
  #moves = [];
  /** @type {Scene | null} */
  #latest = null; // the scene of the game as it stands
  /** @type {Map<number, Past>} */
  #past = new Map(); // what was looked back at: { scene, and of a round what it came to }, by ply
  /** @type {number | null} */
  #at = null; // the ply that is looked back at
  #asks = false; // whether the reader is asked before a move is sent
  /** @type {number | null} */
  #holder = null; // who has the device, where several choose on it
  #connection = "new";
  #time = new ServerTime();
  /** @type {ReturnType<typeof setTimeout>[]} */
  #timers = [];
  /** @type {string | null | undefined} */
  #commitment = null; // to the seed of throws, as this page saw it first
  /** @type {ReturnType<typeof setTimeout> | 0} */
  #turning = 0;
  /** @type {TablePageState | null} */
  state = null; // what is shown

  /** @param {HTMLElement} root */
  constructor(root) {
    const { table = "", game = "", viewer, seats } = root.dataset;
    this.#id = table;
    this.#game = game;
    // the answer to who plays at once has no address of its own yet
    const address = `/table/${table}`;
    if (location.pathname !== address) history.replaceState(null, "", address);
    this.#viewer = Number(viewer) || 0;
    this.witness = new Witness(table);
    this.reveal = new RoundReveal(this.witness);
    this.sender = new Requests(table, { witness: this.witness, socket: () => this.socket });
    this.board = new Board(part("board"), {
      onMove: (seat, move) => this.#move(seat, move),
      onPath: () => this.#showTurn(),
      confirms: () => isOn("confirm") && !this.state?.premoving && !this.state?.draft,
      automatic: () => isOn("automatic"),
      preview: (move) => this.#preview(move),
      place: (owner) => this.#placeOf(owner),
    });
    this.premove = new Premove(part("board"), {
      onChange: () => this.#show(),
      onEarly: (site) => this.board.isLegal(site) && this.board.touch(site),
    });
    this.conditional = new ConditionalMoves(part("conditional"), { onChange: () => this.#show() });
    const art = this.board.art;
    this.seats = new Seats({ far: part("far"), near: part("near"), art, time: this.#time });
    this.turn = new TurnLine(part("turn"), {
      onStepBack: () => this.board.stepBack(),
      onReturn: () => this.go(null),
      onGoOn: () => this.#hand(this.#holder), // the last round was looked at long enough
      onCancel: () => this.premove.cancel(),
    });
    this.moves = new MoveList(part("moves"), { onGo: (ply) => this.go(ply) });
    this.strip = new MoveStrip(part("strip"), { onGo: (ply) => this.go(ply) });
    this.controls = new Controls(part("controls"), {
      steps: this.moves.steps,
      drawing: drawingTools(this.board.drawn, { stays: false }),
      rest: part("rest"),
      onFlip: () => this.#flip(),
      onOpen: () => this.moves.showPlace(),
    });
    this.ring = new Countdown(this.#time);
    this.round = new RoundSummary(part("round"), { art });
    this.curtain = new PassDevice(part("curtain"));
    this.voice = new ScreenReader(part("voice"), part("words"));
    leaveRoom(root);
    this.others = makeParts({
      id: this.#id,
      game: this.#game,
      time: this.#time,
      sender: this.sender,
      open: () => this.socket.open(),
      show: () => this.#show(),
      close: () => this.controls.close(),
      draw: () => {
        this.board.drawn.on = true;
      },
      commitment: () => this.#commitment,
      own: [this.conditional, this.moves, this.strip],
    });
    this.socket = new TableSocket(this.#path, {
      onMessage: (message) => this.#hear(message),
      onState: (state) => this.#connect(state),
    });
    // what came with the page is shown while the connection is being made
    const state = need("#state", HTMLScriptElement).textContent;
    if (state) this.#hear(JSON.parse(state));
    addEventListener(
      "keydown",
      (event) => event.key === "Escape" && !event.defaultPrevented && this.#escape(),
    );
    takeBackByAddress(table, Number(seats)).then((back) => back && this.socket.open());
  }

  get #path() {
    return `/tables/${this.#id}/watch?scene=1&viewer=${this.#viewer}`;
  }

  /** The table, once it has been told. */
  get #table() {
    if (!this.#told) throw new Error("the table is not known yet");
    return this.#told;
  }

  /** The scene of the game as it stands, likewise. */
  get #live() {
    if (!this.#latest) throw new Error("the position is not known yet");
    return this.#latest;
  }

  // What comes from the server

  /** @param {SocketMessage} message */
  #hear(message) {
    if (message.type === "presence") return this.#seePresence(message);
    if (message.type !== "table") return null;
    const [before, was] = [this.#told, this.#latest];
    this.#take(message);
    if (before && was) {
      cue(before, this.#table, {
        was,
        is: this.#live,
        mine: this.#table.you.seats.some((seat) => seat === this.#moves.at(-1)?.seat),
      });
    }
    this.sender.retry(this.#table)?.then((accepted) => accepted || this.board.restart());
    this.#followRematch(before);
    this.#lookAtRound(before);
    const { seat } = this.premove;
    const ready = this.premove.follow(this.#table, this.#latest?.legal?.[String(seat)]);
    if (ready !== null && seat !== null) this.#move(seat, ready);
    return this.#takeSide(before) ? null : this.#show();
  }

  /** @param {TableMessage} message */
  #take({ table, scene }) {
    const before = this.#told;
    this.#told = table;
    this.#time.set(table.now);
    this.#commitment ??= table.chance?.commitment;
    this.#moves = withSeats(
      [...this.#moves.slice(0, table.moves_from), ...table.moves],
      table.seats.length,
    );
    if (scene) {
      this.#latest = scene;
      this.board.art.absorb(scene);
    }
    if (before && table.moves_from < before.ply) this.#past.clear();
    if (this.#at !== null && this.#at >= table.ply) this.#at = null;
    if (before && before.ply !== table.ply) this.#holder = null;
    if (table.simultaneous) {
      for (const seat of table.seats) {
        this.witness.see(roundOf(table).number, seat.seat, seat.commitment);
      }
    }
  }

  /** @param {Pick<PresenceMessage, "here" | "claimable_at" | "spectators">} message */
  #seePresence({ here, claimable_at, spectators }) {
    if (!this.#told) return;
    this.#table.claimable_at = claimable_at;
    this.#table.spectators = spectators;
    for (const seat of this.#table.seats) seat.here = here[seat.seat];
    this.#show();
  }

  /**
   * When a round has ended, or had ended before this page was opened, finds out what it came to.
   * @param {TableState | null} before
   */
  async #lookAtRound(before) {
    const table = this.#table;
    if (!table.simultaneous || this.reveal.round === table.ply) return;
    if (!table.ply) return this.reveal.forget();
    const hold = before !== null && before.ply < table.ply;
    // Once somebody has chosen again, the scene of the reveal must be asked for.
    const scene = table.seats.some((seat) => seat.chosen) ? null : this.#latest;
    const looked = this.reveal.look(table, {
      moves: this.#moves,
      viewer: this.#viewer,
      scene,
      hold,
    });
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = this.reveal.changes.map((left) => setTimeout(() => this.#show(), left + 20));
    await looked;
    if (this.reveal.scene) this.board.art.absorb(this.reveal.scene);
    this.#show();
  }

  /**
   * Sees the table from the reader's own side, or from that of whoever moves on a device that is
   * passed around.
   * @param {TableState | null} before
   */
  #takeSide(before) {
    const own = this.#table.you.seats;
    const isNew = before === null || String(before.you.seats) !== String(own);
    if (isNew && own.length && !own.includes(this.#viewer)) return this.#look(own[0]);
    const [mover] = this.#table.movers;
    const turns = own.length > 1 && !this.#table.simultaneous && preference("turns", true);
    clearTimeout(this.#turning);
    this.#turning = 0;
    if (turns && own.includes(mover) && mover !== this.#viewer) {
      this.#turning = setTimeout(() => this.#look(mover), before ? TURNING : 0);
    }
    return false;
  }

  /** @param {number} viewer */
  #look(viewer) {
    this.#viewer = viewer;
    this.#turning = 0;
    this.#past.clear();
    this.reveal.done();
    this.socket.open(this.#path);
    if (this.#at !== null) this.go(this.#at);
    return true;
  }

  /** @param {TableState | null} before */
  #followRematch(before) {
    const { you, rematch } = this.#table;
    if (before && !before.rematch.table && rematch.table && you.seats.length) {
      location.assign(`/table/${rematch.table}`);
    }
  }

  /** @param {string} state */
  #connect(state) {
    if (state === this.#connection) return;
    this.#connection = state;
    showConnection(state);
  }

  // What the reader does

  /**
   * @param {number} seat
   * @param {string} move
   */
  async #move(seat, move) {
    this.reveal.done();
    if (this.state?.draft) return this.conditional.play(move);
    if (this.#premoving) {
      this.premove.choose(move);
      return false; // so that the touches are taken back
    }
    const table = this.#table;
    const touched = this.#live.legal?.[seat]?.find((one) => one.move === move)?.touches.at(-1);
    const button = this.#live.buttons.find(({ id }) => id === touched);
    if (button?.question && !(await this.#ask(button.question, button.label))) return false;
    if (!table.simultaneous) sound("move");
    const accepted = await this.sender.move(table, seat, move);
    if (accepted && this.#holder !== null) {
      this.#holder = null;
      this.#show();
    }
    return accepted;
  }

  /**
   * Asks before a move is sent; until then it is not on its way.
   * @param {string} question
   * @param {string} yes
   */
  async #ask(question, yes) {
    this.#asks = true;
    this.#show();
    const sure = await ask(question, yes);
    this.#asks = false;
    this.#show();
    return sure;
  }

  /**
   * Looks at the game after so many moves; null: as it stands.
   * @param {number | null} ply
   */
  async go(ply) {
    const table = this.#told;
    if (!table) return;
    const wanted = ply === null ? table.ply : Math.max(0, Math.min(ply, table.ply));
    this.#at = wanted >= table.ply ? null : wanted;
    try {
      if (this.#at !== null && !this.#past.has(wanted)) {
        this.#past.set(wanted, await pastAt(table, wanted, this.#moves, this.#viewer));
      }
    } catch (error) {
      this.#at = null;
      announce(messageOf(error));
    }
    this.#show();
  }

  #flip() {
    if (this.#told) this.#look((this.#viewer + 1) % this.#table.seats.length);
  }

  /**
   * @param {string} move
   * @returns {Promise<Scene | null>}
   */
  #preview(move) {
    // a throw or a deal may follow; and what is chosen ahead is not legal yet
    if (this.#table.chance || this.#premoving || this.state?.draft) return Promise.resolve(null);
    return sceneAfter(this.#table, this.#live, move, this.#viewer);
  }

  /** Takes back the last that can be taken back without asking anybody. */
  #escape() {
    if (this.premove.cancel()) return;
    if (this.board.canStepBack) this.board.stepBack();
    else this.conditional.close();
  }

  // What is seen

  /** Whether a move is chosen ahead by what the reader touches. */
  get #premoving() {
    return this.#at === null && this.premove.choices !== null;
  }

  /** @returns {TablePageState} */
  #state() {
    const { seat, curtain } = chooser(this.#table, this.#live, this.#holder);
    return pageState({
      table: this.#table,
      moves: this.#moves,
      live: this.#live,
      at: this.#at,
      past: this.#at === null ? null : (this.#past.get(this.#at) ?? null),
      seat,
      curtain,
      viewer: this.#viewer,
      reveals: this.reveal,
      conditional: this.conditional,
      premove: this.premove,
      premoving: this.#premoving,
      asks: this.#asks,
      board: this.board,
      game: this.#game,
    });
  }

  #show() {
    if (!this.#told || !this.#latest) return;
    const state = this.#state();
    this.state = state;
    const { table, at, curtain } = state;
    document.body.dataset.status = table.status;
    this.#showBoard(state);
    for (const shown of this.others) shown.update(state);
    this.round.update(state);
    this.ring.update(
      this.board,
      at === null && table.clock.kind === "countdown" ? table.deadline : null,
      table.clock.seconds,
    );
    const next = curtain === null ? null : playerName(table.seats[curtain]);
    this.curtain.update(next, () => this.#hand(curtain));
    this.#showTurn();
    part("heading").textContent = `${table.title}: ${table.seats.map(playerName).join(", ")}`;
  }

  /** @param {TablePageState} state */
  #showBoard(state) {
    const { live, scene, seat, own, viewer, table, at, curtain } = state;
    const apart = Math.abs((this.board.scene?.ply ?? scene.ply) - scene.ply);
    // A reveal that is held on the board hides the next round from sight, but not from the hand.
    const { text, legal, hands, buttons } = live;
    const held = at === null && scene !== live && !state.draft;
    const now = held ? { ...scene, text, legal, hands, buttons } : scene;
    const { premoving, premove, draft } = state;
    const ahead = { [String(this.premove.seat)]: this.premove.choices ?? [] };
    const shown = premoving ? { ...now, legal: ahead } : now;
    this.board.art.absorb(scene);
    this.seats.update(state); // the panels hold the hands
    // of several own hands, the one in use
    const several = own.length > 1 ? [this.#turning ? viewer : (seat ?? viewer)] : own;
    const player = draft ? this.conditional.seat : premoving ? this.premove.seat : seat;
    const holds = draft ? (player === null ? [] : [player]) : several;
    part("board").classList.toggle("premoving", premoving);
    this.board.show(shown, {
      seat: player,
      own: holds,
      chosen: chosenItem(table, own, live, this.witness),
      ahead: premove?.touches ?? [],
      moves: apart <= 1,
    });
    part("near").classList.toggle("covered", curtain !== null);
    part("curtain").classList.toggle("opaque", table.hides);
    part("board-place").dataset.looking = at === null ? "" : "back";
  }

  #showTurn() {
    if (!this.state) return;
    this.turn.update(this.state);
    this.voice.update(this.state);
    showInTab(this.state);
  }

  /**
   * Somebody has taken the device to choose.
   * @param {number | null} seat
   */
  #hand(seat) {
    this.#holder = seat;
    this.reveal.done();
    this.#show();
  }

  /**
   * @param {number | null | "buttons"} owner
   * @returns {HTMLElement | null}
   */
  #placeOf(owner) {
    if (owner === "buttons") return part("near");
    const nobodys =
      owner === null && (!this.#table.you.seats.length || this.#table.status === "over");
    return nobodys ? null : this.seats.place(owner);
  }
}

/** Begins the page. */
export function startTable() {
  new TablePage(part("table"));
}
