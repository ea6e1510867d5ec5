/**
 * A board that is seen and played on: it shows scenes, and turns touches into moves.
 *
 *   const board = new Board(root, { onMove: async (seat, move) => accepted });
 *   board.show(scene, { seat: 0, own: [0] });
 *
 * What can be touched is what the legal moves of the scene begin with, and nothing else; mouse,
 * finger, drag and keyboard all end in `touch`. A complete path of touches is sent at once. Without
 * onMove, the board is only looked at.
 */

import { h } from "../shared/dom.js";
import { say } from "../shared/say.js";
import { Drag } from "./drag.js";
import { Drawings } from "./drawings.js";
import { DrawnMarks } from "./drawn-marks.js";
import { Hands, idOf } from "./hands.js";
import { HitAreas, isPit } from "./hit-areas.js";
import { Keyboard } from "./keyboard.js";
import { MovingPieces } from "./moving-pieces.js";
import { Picture } from "./picture.js";
import { Pieces } from "./pieces.js";
import { legalOf, scaleOn, siteLabel, spotOn } from "./sites.js";
import { confirming, SquareChoice } from "./square-choice.js";
import { drawTargets, pointOut, pulse, telling } from "./targets.js";
import { walk } from "./touch-preview.js";
import { TouchTree } from "./touch-tree.js";

/**
 * @import { PlaceOf } from "./hands.js"
 * @import { Preview } from "./moving-pieces.js"
 */

let boards = 0;

export class Board {
  art = new Drawings();
  pieces = new Pieces(this.art);
  /**
   * What the reader draws on it; null where the board is only looked at.
   * @type {DrawnMarks | null}
   */
  marks = null;
  #root;
  #picture;
  #hands;
  #keys = new Keyboard(this);
  /** @type {Drag | null} */
  #carrying = null;
  #runners;
  #onMove;
  #onPath;
  /** @type {HTMLElement | null} */
  #hint = null;
  /** @type {Scene | null} */
  #scene = null;
  /** @type {{ seat: number | null, own: number[], chosen: string | null, ahead: string[] }} */
  #shown = { seat: null, own: [], chosen: null, ahead: [] };
  #shownPieces = "";
  #shownLegal = "";
  #touches = new TouchTree();
  /** @type {HandItem | null} */
  #held = null;
  #sent = false;
  #unmarked = false; // whether what can be touched is not marked, as it is nearly everything
  /** @type {string | null} */
  #unconfirmed = null; // a move whose touches are complete, and that is to be confirmed
  #confirms;
  #automatic;
  #choice;
  #confirming = confirming(
    () => this.#unconfirmed !== null && this.#send(this.#unconfirmed),
    () => this.stepBack(),
  );

  /**
   * @param {HTMLElement} root the element that the board fills
   * @param {object} [options]
   * @param {((seat: number, move: string) => unknown) | null} [options.onMove] is given the seat
   * and
   * the text of a complete move; false, or a promise of it, takes the touches back
   * @param {(board: Board) => void} [options.onPath] is called when the path of touches has changed
   * @param {() => boolean} [options.confirms] gives whether a complete move is to be confirmed
   * @param {() => boolean} [options.automatic] gives whether the first of what could be chosen on a
   * square is taken at once
   * @param {Preview | null} [options.preview] gives a promise of the scene after a legal move of
   * the
   * position shown, so that pieces move before a move is complete
   * @param {PlaceOf | null} [options.place] gives the element for the hand of an owner (null:
   * everybody's) and for "buttons"; by default they are below the board
   * @param {string} [options.label]
   */
  constructor(
    root,
    {
      onMove = null,
      onPath = () => {},
      confirms = () => false,
      automatic = () => false,
      preview = null,
      place = null,
      label = say("Board"),
    } = {},
  ) {
    const below = h("div", { class: "board-hands" });
    this.#root = root;
    this.#onMove = onMove;
    this.#onPath = onPath;
    this.#confirms = confirms;
    this.#automatic = automatic;
    this.#picture = new Picture(label);
    this.#choice = new SquareChoice(this.#picture.element, (site) => this.hits.focus(site));
    this.#runners = new MovingPieces(preview);
    this.#hands = new Hands(this.art, place ?? (() => below));
    this.hits = new HitAreas(this.#picture.element);
    root.classList.add("board");
    root.replaceChildren(this.#picture.element);
    if (!place) root.append(below);
    if (onMove) this.#listen();
  }

  #listen() {
    boards += 1;
    const text = say(
      "Arrow keys go over the board, with Shift over the marked places. Enter touches, Escape" +
        " takes a touch back.",
    );
    this.#hint = h("p", { class: "unseen", id: `board-hint-${boards}`, text });
    this.#root.append(this.#hint);
    this.marks = new DrawnMarks(this, this.#picture.element);
    this.#carrying = new Drag(this, this.#picture.element);
    this.#keys.watch(this.#picture.element);
    this.#keys.watch(this.#confirming);
    this.#picture.element.addEventListener("focusin", () => this.#showHeld());
  }

  /**
   * Shows a scene.
   * @param {Scene} scene
   * @param {object} [options]
   * @param {number | null} [options.seat] whose legal moves can be touched
   * @param {number[]} [options.own] the seats whose hands the reader holds
   * @param {string | null} [options.chosen] the id of a hand item that was chosen in secret and is
   * waiting
   * @param {string[]} [options.ahead] ids of what was touched of a move that is chosen ahead
   * @param {boolean} [options.moves] whether pieces move from where they are, or are there at once
   */
  show(
    scene,
    {
      seat = null,
      own = seat === null ? [] : [seat],
      chosen = null,
      ahead = [],
      moves = true,
    } = {},
  ) {
    this.art.absorb(scene);
    const board = this.art.board(scene);
    const turned = this.#picture.key !== board.key;
    if (turned) this.#draw(board);
    if (turned) this.#carrying?.aim.clear();
    if (scene.text !== this.#scene?.text) this.marks?.show([]);
    this.#scene = scene;
    this.#shown = { seat, own, chosen, ahead };
    this.#picture.fill(scene.layers);
    this.#restartIfNew(scene, legalOf(scene, seat), seat);
    const pieces = JSON.stringify([board.key, scene.pieces]);
    if (pieces !== this.#shownPieces) this.pieces.show(scene.pieces, moves && !turned);
    this.#shownPieces = pieces;
    this.#follow(moves && !turned);
    this.#guessRunner();
    this.#root.dataset.ply = String(scene.ply);
  }

  /** The scene shown; null before there is one. */
  get scene() {
    return this.#scene;
  }

  /** The scene shown, where there must be one. */
  get #seen() {
    if (!this.#scene) throw new Error("the board shows nothing yet");
    return this.#scene;
  }

  /** What the reader draws on a board that is not only looked at. */
  get drawn() {
    if (!this.marks) throw new Error("nothing can be drawn on this board");
    return this.marks;
  }

  /** What has been touched of a move that is not complete. */
  get path() {
    return this.#touches.path;
  }

  /** The ids that can be touched next. */
  get next() {
    return this.#sent ? [] : this.#touches.next;
  }

  /** What can be touched beside the board, as elements. */
  get beside() {
    return this.#hands.elements;
  }

  get canStepBack() {
    return !this.#sent && this.#touches.canStepBack;
  }

  /** Whether a move is on its way. */
  get sent() {
    return this.#sent;
  }

  /**
   * Whether something can be touched now, next or instead of an earlier touch.
   * @param {string} id
   */
  isLegal(id) {
    return !this.#sent && (this.#touches.next.includes(id) || this.#touches.others.includes(id));
  }

  /**
   * Touches a site, a thing in hand, or a button. `keys`: by keyboard, so that the focus goes
   * along.
   * @param {string} id
   * @param {{ keys?: boolean }} [how]
   */
  async touch(id, { keys = false } = {}) {
    if (this.marks?.on && this.hits.sites.has(id)) return this.marks.touch(id);
    if (this.#sent || this.#shown.seat === null) return;
    const before = this.path.join(" ");
    let touched = this.#touches.touch(id);
    const [first] = this.#automatic() ? this.#choices() : [];
    if (touched === null && first) touched = this.#touches.touch(first);
    const move = this.#completed(touched);
    if (move !== null) return this.#send(move);
    if (this.path.join(" ") === before) this.#pulse();
    this.#follow();
    if (keys) this.#keys.lead();
  }

  /**
   * The move that is to be sent; null where there is none, or where it is to be confirmed first.
   * @param {string | null} move whose touches are complete
   */
  #completed(move) {
    const asks = move !== null && move !== this.#unconfirmed && this.#confirms();
    this.#unconfirmed = asks ? move : null;
    return asks ? null : move;
  }

  stepBack() {
    if (!this.canStepBack) return;
    this.#unconfirmed = null;
    this.#touches.stepBack();
    if (this.#automatic() && this.#choices().length) this.#touches.stepBack();
    this.#follow();
  }

  /** Takes all touches back, as when a move was refused. */
  restart(moves = true) {
    this.#sent = false;
    this.#unconfirmed = null;
    this.#touches.restart();
    this.#follow(moves);
  }

  /** Puts everything back to where it was before it was carried. */
  restore() {
    this.#follow();
  }

  /**
   * Touches a site as the first of a move, whatever was touched before.
   * @param {string} id
   */
  beginWith(id) {
    this.#touches.restart();
    return this.touch(id);
  }

  /**
   * The sites where what is carried can be put down; `runs`: it is a piece that goes to what is
   * touched first.
   * @param {boolean} runs
   */
  targets(runs) {
    const ids = runs ? this.#touches.firsts : this.#touches.next;
    return ids.filter((id) => this.hits.sites.has(id));
  }

  /**
   * Whether there is something under a pointer that it would carry.
   * @param {PointerEvent} event
   */
  carriesAt(event) {
    return Boolean(this.#carrying?.carriesAt(event));
  }

  /**
   * Whether this piece is one that goes to an empty site when that is touched.
   * @param {Piece} piece
   */
  runs(piece) {
    return !this.#sent && this.#shown.seat !== null && this.#runners.includes(piece.id);
  }

  /**
   * The thing in a hand of this id; null where there is none.
   * @param {string} id
   */
  item(id) {
    return this.#seen.hands.flatMap((hand) => hand.items).find((item) => item.id === id) ?? null;
  }

  /**
   * How large a piece is on such a site.
   * @param {Site | undefined} site
   */
  scaleOn(site) {
    return scaleOn(this.#seen, this.hits.sites, site);
  }

  /**
   * The mouse is over a site, or over none.
   * @param {string | null} site
   */
  hover(site) {
    this.#showHeld(site ?? undefined);
    if (!this.#unmarked) return;
    const legal = site !== null && this.next.includes(site);
    pointOut(this.layer("targets"), legal ? this.hits.site(site) : null);
  }

  /** @param {string} name */
  layer(name) {
    return this.#picture.layer(name);
  }

  /** @param {WholeBoard} board */
  #draw(board) {
    const focused = this.hits.hasFocus;
    this.#picture.draw(board, !this.#onMove);
    this.pieces.attach(this.layer("pieces"));
    this.#shownPieces = "";
    this.hits.attach(
      this.#picture.svg,
      this.#hint ? this.#picture.openHits(this.#hint.id) : null,
      board,
    );
    if (focused) this.hits.focus(this.hits.current);
    this.marks?.attach(this.layer("hits"));
    this.#root.style.setProperty("--board-width", String(board.width / board.height));
  }

  /**
   * Begins a new path where the moves are others; what was touched is not lost when only something
   * else has changed.
   * @param {Scene} scene
   * @param {LegalMove[]} legal
   * @param {number | null} seat
   */
  #restartIfNew(scene, legal, seat) {
    const moves = legal.map(({ move }) => move).join(" ");
    const shown = `${scene.text} ${scene.ply} ${seat} ${moves}`;
    if (shown === this.#shownLegal) return;
    this.#shownLegal = shown;
    this.#sent = false;
    this.#unconfirmed = null;
    this.#runners.clear();
    this.#touches = new TouchTree(legal);
    // only what is picked up: a touch that moves a piece is the player's own
    this.#touches.preselect((id) => scene.pieces.some((piece) => piece.site === id));
  }

  /** Shows everything as the path tells. */
  #follow(moves = true) {
    const { places, dropped, held, unknown } = this.#walk();
    this.pieces.settle(places, moves);
    this.#held = held;
    if (dropped) this.#showGhost(dropped.item, dropped.site);
    else this.#showHeld();
    if (unknown) this.#ask(unknown, this.#touches.example);
    this.#refresh();
    this.#onPath(this);
  }

  #walk() {
    /** @param {string} site */
    const pieceOn = (site) => this.#seen.pieces.findLast((piece) => piece.site === site) ?? null;
    return walk(this.path, {
      sites: this.hits.sites,
      pieceOn,
      item: (id) => this.item(id),
      spot: (piece, site) => spotOn(this.#seen, piece, site),
      runners: this.#runners.known,
    });
  }

  /**
   * @param {string[]} part
   * @param {string | null} move
   */
  async #ask(part, move) {
    if ((await this.#runners.ask(part, move, this.#seen.pieces)) && !this.#carrying?.carries) {
      this.#follow();
    }
  }

  /**
   * Where moves begin on empty sites, finds out early which piece will go there, so that it can be
   * dragged.
   */
  #guessRunner() {
    const first = this.next.find((id) => this.hits.sites.has(id) && !this.pieces.on(id));
    if (this.path.length || !first) return;
    const longer = legalOf(this.#seen, this.#shown.seat).find(
      ({ touches }) => touches[0] === first && touches.length > 1,
    );
    if (longer) this.#ask([first], longer.move);
  }

  /**
   * Shows the thing in hand on the site under the mouse or the focus, where it could be put.
   * @param {string | null} [site]
   */
  #showHeld(site = this.hits.hasFocus ? this.hits.current : null) {
    if (this.#carrying?.carries || this.#walk().dropped) return;
    if (this.#held && site && this.next.includes(site)) {
      this.#showGhost(this.#held, this.hits.site(site));
    } else this.pieces.hideGhost();
  }

  /**
   * The site where it is pointed out: in a column, where the last piece lies.
   * @param {Site} site
   */
  #pointed(site) {
    const last = site.column && this.pieces.on(site.id);
    return last ? { ...site, x: last.x, y: last.y } : site;
  }

  /**
   * @param {HandItem} item
   * @param {Site} site
   */
  #showGhost(item, site) {
    this.pieces.showGhost(item.look, site.x, site.y, { scale: this.scaleOn(site) });
    if (this.#sent) this.pieces.solidifyGhost();
  }

  #refresh() {
    const sites = this.hits.sites;
    const path = this.path;
    const next = new Set(this.next);
    const others = new Set(this.#sent ? [] : this.#touches.others);
    /** @param {Iterable<string>} ids */
    const onBoard = (ids) =>
      [...ids].filter((id) => sites.has(id)).map((id) => this.#pointed(this.hits.site(id)));
    /** @param {string} id */
    const occupied = (id) => this.pieces.on(id) !== null;
    const empty = [...sites.keys()].filter((id) => !occupied(id)).length;
    const targets = onBoard(next);
    const marked = path.length ? targets : telling(targets, empty, occupied);
    this.#unmarked = marked.length < targets.length && !this.#shown.ahead.length;
    drawTargets(this.layer("targets"), {
      next: marked,
      touched: onBoard(path),
      ahead: onBoard(new Set(this.#shown.ahead)),
      occupied,
      strong: path.length > 0,
    });
    this.hits.describe((site) => this.#describe(site, next, path));
    this.hits.standBy(targets);
    this.#carrying?.aim.check();
    const asked = this.#askedOn();
    if (!asked) this.#choice.hide();
    this.#hands.show(this.#seen, {
      own: this.#shown.own,
      next,
      others,
      path,
      at: asked && this.#unconfirmed === null ? this.#choice.element : null,
      chosen: this.#shown.chosen ?? this.#shown.ahead.find((id) => !sites.has(id)) ?? null,
    });
    for (const element of this.beside) this.#listenTo(element);
    if (asked) this.#askOn(asked);
    this.#root.classList.toggle("choosing", next.size > 0);
    this.#root.classList.toggle("midway", path.length > 0);
  }

  /**
   * The ids of the buttons between which the reader chooses on the square that was touched last, as
   * nothing else comes next; in the order of the scene.
   */
  #choices() {
    const { path, next } = this;
    const buttons = this.#seen.buttons.map(({ id }) => id);
    const onSquare = this.hits.sites.has(path.at(-1) ?? "");
    if (!onSquare || !next.every((id) => buttons.includes(id))) return [];
    return buttons.filter((id) => next.includes(id));
  }

  /**
   * The site on which the reader is asked which move it is, or whether to make it; null where
   * nothing is asked.
   */
  #askedOn() {
    if (!this.#onMove || this.#sent) return null;
    if (this.#unconfirmed === null && !this.#choices().length) return null;
    const last = this.path.findLast((id) => this.hits.sites.has(id));
    const [anywhere] = this.hits.sites.values();
    return last ? this.hits.site(last) : (anywhere ?? null);
  }

  /** @param {Site} site */
  #askOn(site) {
    const { element } = this.#choice;
    const confirms = this.#unconfirmed !== null;
    if (confirms && this.#confirming.parentElement !== element) {
      element.replaceChildren(this.#confirming);
      this.#choice.hide();
    }
    if (!confirms) this.#confirming.remove();
    const label = confirms
      ? say("Make the move {move}?", { move: this.#unconfirmed ?? "" })
      : say("Choose for {place}", { place: site.name });
    this.#choice.show(site, this.art.board(this.#seen), label);
  }

  /**
   * @param {Site} site
   * @param {Set<string>} next
   * @param {string[]} path
   */
  #describe(site, next, path) {
    const piece = this.pieces.on(site.id);
    const chosen = path.includes(site.id);
    const touchable = this.isLegal(site.id) || chosen || (piece !== null && this.runs(piece));
    const lies = this.#seen.heaps[site.id] ?? this.pieces.names(site.id).join(", ");
    return {
      label: siteLabel(site, lies, {
        chosen,
        target: next.has(site.id),
        ends: path.length > 0 || !piece,
      }),
      target: next.has(site.id),
      drags: piece !== null && !isPit(site) && touchable,
      chosen,
    };
  }

  /** @param {HTMLElement} element */
  #listenTo(element) {
    if (element.dataset.listens || !this.#onMove) return;
    element.dataset.listens = "true";
    element.addEventListener("click", (event) => {
      if (!this.#carrying?.tookClick(event))
        this.touch(idOf(element), { keys: event.detail === 0 });
    });
    this.#keys.watch(element);
    if (element.dataset.hand) this.#carrying?.watch(element);
  }

  /** @param {string} move */
  async #send(move) {
    const legal = this.#shownLegal;
    this.#sent = true;
    this.#unconfirmed = null;
    this.#follow();
    const { seat } = this.#shown;
    const accepted = seat === null ? false : await this.#onMove?.(seat, move);
    if (accepted === false && this.#sent && legal === this.#shownLegal) this.restart();
  }

  /** Answers a touch that leads nowhere: what could be touched shows itself. */
  #pulse() {
    pulse(this.layer("targets"));
  }
}
