/**
 * The line above the board: whose turn it is, what to do next, or what is being looked back at. And
 * the page's title and icon.
 */

import { h, setText } from "../shared/dom.js";
import { moveText } from "../shared/move-text.js";
import { listed, playerName, playersText } from "../shared/player-names.js";
import { counted, say } from "../shared/say.js";
import { nameTab } from "../shared/tab.js";
import { rowPlace } from "./move-list.js";
import { roundOf } from "./round-reveal.js";
import { isAsked } from "./sound-cues.js";

/** @typedef {{ pill: string, text: string, tone: string }} Turn */

const SAT_OUT = "-"; // in place of a choice

export class TurnLine {
  #pill = h("strong", { class: "pill", hidden: true });
  #text = h("p", { class: "turn-text" });
  #back;
  #return;
  #goOn;
  #cancel;
  #root;

  /**
   * @param {HTMLElement} root
   * @param {Record<"onStepBack" | "onReturn" | "onGoOn" | "onCancel", () => void>} hooks
   */
  constructor(root, { onStepBack, onReturn, onGoOn, onCancel }) {
    this.#root = root;
    this.#back = hiddenButton(say("Undo"), onStepBack, "quiet");
    this.#return = hiddenButton("", onReturn);
    this.#goOn = hiddenButton(say("Next round"), onGoOn);
    this.#cancel = hiddenButton(say("Cancel"), onCancel, "quiet");
    const buttons = [this.#back, this.#return, this.#goOn, this.#cancel];
    root.replaceChildren(this.#pill, this.#text, ...buttons);
  }

  /** @param {TablePageState} state */
  update(state) {
    const { pill, text, tone } = turnOf(state);
    setText(this.#pill, pill);
    this.#pill.hidden = !pill;
    setText(this.#text, text);
    this.#root.dataset.tone = tone;
    this.#back.hidden = !state.board.canStepBack || state.at !== null;
    this.#return.hidden = state.at === null;
    setText(
      this.#return,
      state.table.status === "over" ? say("To the end") : say("Back to the game"),
    );
    this.#goOn.hidden = !state.pauses;
    this.#cancel.hidden = !state.premove;
  }
}

/**
 * Hidden until the state is known: all of them at once are never meant, and would be wider than a
 * small screen.
 * @param {string} text
 * @param {() => unknown} click
 * @param {string} [kind]
 */
function hiddenButton(text, click, kind = "") {
  return h("button", {
    class: `button small-button ${kind}`,
    type: "button",
    hidden: true,
    text,
    on: { click },
  });
}

/**
 * The line's pill, its sentence, and its tone: "yours", "theirs", "past" or "over".
 * @param {TablePageState} state
 * @returns {Turn}
 */
export function turnOf(state) {
  const { table, at, live, moves } = state;
  if (at !== null) {
    const where = rowPlace(table, moves, at);
    const text = table.simultaneous
      ? say("Looking back: round {at} of {last}", where)
      : say("Looking back: move {at} of {last}", where);
    return { pill: "", text: at ? text : say("Looking back: the start"), tone: "past" };
  }
  if (table.status === "open") return { pill: "", text: waitingText(table), tone: "theirs" };
  if (table.status === "over") {
    return { pill: outcomeText(state), text: table.result?.text ?? live.status, tone: "over" };
  }
  return table.simultaneous ? choiceOf(state) : moveOf(state);
}

/**
 * What the end of the game is to the reader.
 * @param {Pick<TablePageState, "table" | "own">} state
 */
export function outcomeText({ table, own }) {
  const { reason, winners = [], all_lost: lost, returns } = table.result ?? {};
  if (returns && !returns.length) return say("No game");
  if (own.length !== 1 || !reason || reason === "abandoned") return say("Game over");
  if (lost) return say("You lost");
  if (!winners.length) return say("A draw");
  return winners.includes(own[0]) ? say("You won") : say("You lost");
}

/** @param {TableState} table */
export function waitingText(table) {
  if (table.invited !== null) return say("A challenge to {name}", { name: table.invited });
  const free = table.seats.filter((seat) => !seat.kind).length;
  return counted(
    "Waiting for players: {n} seat is free",
    "Waiting for players: {n} seats are free",
    free,
  );
}

/**
 * What the reader is challenged to, by name; null where that is nothing.
 * @param {TableState} table
 */
export function challengeText(table) {
  const [host] = table.seats.filter((seat) => seat.kind === "person");
  if (!table.you.invited || table.status !== "open" || !host) return null;
  return say("{name} challenges you to {game}", { name: playerName(host), game: table.title });
}

/**
 * @param {TablePageState} state
 * @returns {Turn}
 */
function moveOf(state) {
  const { seat, own, live, board, table, draft, premove, premoving, asks, task } = state;
  if (task) {
    return { pill: say("If… then…"), text: prompt(board, draft) ?? task, tone: "theirs" };
  }
  if (seat !== null) {
    const next = asks ? null : prompt(board, live);
    if (!table.movers.includes(seat)) {
      return { pill: say("You may move too"), text: next ?? live.status, tone: "theirs" };
    }
    const pill = own.length > 1 ? playerName(table.seats[seat]) : say("Your turn");
    return { pill, text: next ?? taskOf(live), tone: "yours" };
  }
  if (premove) {
    const text = say("{move}, if it is legal then", { move: moveText(premove.text) });
    return { pill: say("Premove"), text, tone: "theirs" };
  }
  const text = premoving ? (prompt(board, live) ?? live.status) : live.status;
  return { pill: own.length ? "" : say("Watching"), text, tone: "theirs" };
}

/**
 * What the player is to do, as a sentence of its own.
 * @param {Scene} scene
 */
function taskOf({ task, status }) {
  return task ? task[0].toLocaleUpperCase() + task.slice(1) : status;
}

/**
 * What to touch next, in the middle of a move.
 * @param {TablePageState["board"]} board
 * @param {Pick<Scene, "buttons"> | null} scene
 */
function prompt(board, scene) {
  if (board.sent) return say("On its way…");
  if (!board.path.length || !board.next.length) return null;
  if (board.next.some((id) => board.hits.sites.has(id))) return say("Now touch a marked place");
  return scene?.buttons.some(({ id }) => board.next.includes(id))
    ? say("Now choose one of these")
    : say("Now choose from your hand");
}

/**
 * @param {TablePageState} state
 * @returns {Turn}
 */
function choiceOf(state) {
  const { table, own, seat, live, board, curtain } = state;
  const waiting = table.seats.filter(
    (other) => table.movers.includes(other.seat) && !other.chosen && !other.gone,
  );
  const mine = waiting.filter((other) => own.includes(other.seat));
  if (state.pauses) return { pill: "", text: live.status, tone: "theirs" };
  if (curtain !== null) {
    return { pill: "", text: say("Choices are secret: one after the other"), tone: "theirs" };
  }
  if (mine.length) {
    const first = say("The bots choose first, so that they cannot know your choice…");
    if (!roundOf(table).bots_ready) return { pill: "", text: first, tone: "theirs" };
    const pill =
      own.length > 1 ? playerName(table.seats[seat ?? mine[0].seat]) : say("Your choice");
    return { pill, text: board.sent ? say("On its way…") : afterRound(state), tone: "yours" };
  }
  const chose = table.seats.filter((other) => other.chosen && own.includes(other.seat));
  const some = waiting.length && waiting.length < table.movers.length && !state.revealed;
  const text = some ? say("Waiting for {players}", { players: playersText(waiting) }) : live.status;
  return {
    pill: chose.length ? say("You have chosen") : own.length ? "" : say("Watching"),
    text,
    tone: "theirs",
  };
}

/**
 * What the last round came to, and what is to do now.
 * @param {TablePageState} state
 */
function afterRound({ table, own, live, round }) {
  const missed =
    own.length === 1 && round?.round === table.ply && round.choices[own[0]] === SAT_OUT;
  if (!missed) return live.status;
  const left = roundOf(table).most_missed - table.seats[own[0]].missed;
  if (left === 1) {
    return say("You chose too late and sat out; once more, and you leave the game. {status}", {
      status: live.status,
    });
  }
  return say("You chose too late and sat out. {status}", { status: live.status });
}

/**
 * Tells the state in the page's title and icon.
 * @param {TablePageState} state
 */
export function showInTab(state) {
  const { table, own, seat } = state;
  const challenge = challengeText(table);
  if (challenge) {
    nameTab(challenge, true);
    return;
  }
  const asked = isAsked(table);
  const isTurn = seat !== null && (table.simultaneous || table.movers.includes(seat));
  const yours = isTurn || isYourChoice(state) || asked;
  const players = listed(table.seats.filter((other) => !own.includes(other.seat)).map(playerName));
  const names = { game: table.title, players };
  const named = own.length ? say("{game} vs {players}", names) : say("{game}: {players}", names);
  const game = players && table.status !== "open" ? named : table.title;
  const now = asked ? say("An offer") : yours ? say("Your turn") : tabState(state);
  nameTab(say("{state} - {game}", { state: now, game }), yours);
}

/** @param {TablePageState} state */
function isYourChoice({ table, own }) {
  /** @param {TableSeat} seat */
  const chooses = (seat) =>
    own.includes(seat.seat) && table.movers.includes(seat.seat) && !seat.chosen && !seat.gone;
  return table.status === "live" && table.simultaneous && table.seats.some(chooses);
}

/** @param {TablePageState} state */
function tabState({ table, own }) {
  if (table.status === "open" && table.invited === null) return say("Waiting for players");
  if (table.status === "over") return outcomeText({ table, own });
  return own.length ? say("Waiting") : say("Watching");
}
