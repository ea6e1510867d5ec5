/**
 * The analysis board: a tree of moves for all sides, with comments and marks, and for each position
 * what the engine thinks of it and what games came to from there.
 */

import { drawingTools } from "../board/drawing-tools.js";
import { api, messageOf } from "../shared/api.js";
import { appearanceFields } from "../shared/appearance.js";
import { elementOf, h, icon, need, setAttribute } from "../shared/dom.js";
import { say } from "../shared/say.js";
import { smallButton } from "../shared/small-button.js";
import { announce } from "../shared/toast.js";
import { EngineLines } from "./engine-lines.js";
import { Explorer } from "./explorer.js";
import { GameFiles } from "./game-files.js";
import { LineReview } from "./line-review.js";
import { MOST_POSITIONS, MoveTree } from "./move-tree.js";
import { OpeningTable } from "./openings.js";
import { beginning } from "./setting.js";
import { StepButtons } from "./step-buttons.js";
import { StudyFile } from "./study-file.js";
import { TreeView } from "./tree-view.js";

/** @import { MoveNode } from "./move-tree.js" */

const FLIP = "M7 4v15M7 19l-3 -3M7 19l3 -3M17 20V5M17 5l-3 3M17 5l3 3";
/** @param {string} id */
const part = (id) => need(`#${id}`);

class AnalysisPage {
  /** @type {Setting} */
  #setting;
  #tree = new MoveTree();
  #here = this.#tree.root;
  /** @type {MoveNode[]} */
  #line = []; // the nodes of the line that was looked at last; the position shown is on it
  /** @type {(() => void) | null} */
  #bringBack = null;
  /** @type {Scene | null} */
  #shown = null;
  /** @type {Record<"promote" | "remove" | "restore", HTMLElement> | null} */
  #actions = null; // once there is something to do
  #field = need("#comment", HTMLTextAreaElement);

  /** @param {DOMStringMap} options */
  constructor({ game, ruleset, seats, position, moves = "", study = "" }) {
    this.#setting = { game, ruleset, seats: Number(seats), position };
    this.file = new StudyFile(this.#setting, { moves, study });
    new GameFiles(this.#setting, () => ({ title: this.file.title, tree: this.#tree }));
    this.explorer = new Explorer(part("board"), this.#setting, {
      onMove: (move) => this.#play([move]),
      onShow: () => this.#tell(),
    });
    this.engine = new EngineLines(this.explorer, this.#setting, {
      onPlay: (moves) => this.#play(moves),
    });
    this.openings = new OpeningTable(this.explorer, { onPlay: (move) => this.#play([move]) });
    this.review = new LineReview(this.explorer, this.#setting, {
      onGo: (line) => this.#goTo(this.#tree.at(line)),
      onPlay: (from, line) => this.#play(line, this.#tree.at(from)),
      onShow: () => this.#tell(),
      players: () => this.file.players,
    });
    this.view = new TreeView(part("moves"), {
      seats: Number(seats),
      onGo: (node) => this.#goTo(node),
    });
    this.steps = new StepButtons((ply) => this.#goTo(this.#line[ply - 1] ?? this.#tree.root));
    this.#field.addEventListener("input", () => this.#comment(this.#field.value));
    addEventListener("keydown", (event) => this.#press(event));
    document.addEventListener("appearance", () => {
      this.#shown = null; // so that its lines and openings are written anew
      if (this.explorer.scene) this.#tell();
    });
  }

  async open() {
    try {
      this.#tree = await this.file.open();
    } catch (error) {
      announce(messageOf(error));
    }
    this.#here = this.#tree.root;
    this.#learnSeats();
    const last = this.#tree.root.line.at(-1) ?? this.#tree.root;
    // Where one line was sent, its end is what is meant; of a study, its beginning.
    await this.#goTo(this.#tree.onlyLine ? last : this.#tree.root);
    if (!this.explorer.scene) return;
    this.explorer.drawn.onChange = (marks) => this.#draw(marks);
    this.#offerButtons();
  }

  #offerButtons() {
    const label = say("Turn the board");
    const flip = h(
      "button",
      {
        class: "icon-button",
        type: "button",
        "aria-label": label,
        title: label,
        on: { click: () => this.#flip() },
      },
      icon(FLIP),
    );
    part("steps").replaceChildren(
      ...this.steps.buttons,
      flip,
      drawingTools(this.explorer.drawn),
      smallButton(say("Take back"), () => this.#takeBack()),
    );
    this.#actions = {
      promote: smallButton(say("Promote variation"), () => this.#promote()),
      remove: smallButton(say("Delete from here"), () => this.#delete()),
      restore: smallButton(say("Bring back"), () => this.#bringBack?.()),
    };
    part("appearance").replaceChildren(...appearanceFields());
    part("tree-actions").replaceChildren(...Object.values(this.#actions));
    this.#tell();
  }

  // Going through the tree

  /**
   * Goes to a node; false where its position cannot be shown.
   * @param {MoveNode} node
   */
  async #goTo(node) {
    const before = this.#here;
    this.#here = node;
    const went = await this.#go(node);
    if (!went && this.#here === node && this.explorer.scene) this.#here = before;
    return went;
  }

  /** @param {MoveNode} node */
  async #go(node) {
    try {
      await this.explorer.go(node.moves);
      return true;
    } catch (error) {
      announce(messageOf(error));
      if (!this.explorer.scene) {
        part("board").replaceChildren(
          h("p", { class: "loading", role: "alert", text: messageOf(error) }),
        );
      }
      return false;
    }
  }

  /**
   * Plays moves from a node, by default the one shown: along what is in the tree, or as a new
   * variation.
   * @param {string[]} moves
   */
  async #play(moves, from = this.#here) {
    let node = from;
    /** @type {MoveNode | null} */
    let added = null;
    const { movers, seats } = this.explorer.seen;
    for (const move of moves) {
      const known = node.children.some((child) => child.move === move);
      try {
        node = this.#tree.add(node, move);
      } catch {
        announce(say("A study has at most {most} positions.", { most: MOST_POSITIONS }));
        break;
      }
      if (known) continue;
      if (move === moves[0] && from === this.#here)
        node.seats = movers.filter((seat) => seat < seats.length);
      added ??= node;
    }
    if (node === this.#here) return false;
    const went = await this.#goTo(node);
    if (!went && added) this.#tree.delete(added);
    if (added) this.#changed();
    this.#learnSeats();
    return went;
  }

  /** Learns who made the moves of which that is not known, to number them. */
  async #learnSeats() {
    const { nodes, positions } = this.#tree;
    if (nodes.every((node) => node === this.#tree.root || node.seats)) return;
    const body = {
      ...beginning(this.#setting),
      positions: positions.map(({ move, after }) => ({ move, after })),
    };
    try {
      const found = await api.post("/studies/seats", body);
      for (const [at, node] of nodes.entries()) node.seats = found.seats[at] ?? node.seats;
      this.#showTree();
    } catch {
      // Numbers of moves in turn are near enough; the position itself tells what is wrong.
    }
  }

  #takeBack() {
    if (this.explorer.stepBack() || !this.#here.parent) return;
    this.#goTo(this.#here.parent);
  }

  #flip() {
    this.explorer.viewer = (this.explorer.viewer + 1) % this.explorer.seen.seats.length;
    this.#go(this.#here);
  }

  /**
   * Escape takes a touch back; up and down go to the other moves after the same position.
   * @param {KeyboardEvent} event
   */
  #press(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") return this.explorer.stepBack();
    const step = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    const { siblings } = this.#here;
    if (!step || siblings.length < 2) return;
    if (elementOf(event.target)?.closest("input, select, textarea")) return;
    event.preventDefault();
    this.#goTo(siblings[(siblings.indexOf(this.#here) + step + siblings.length) % siblings.length]);
  }

  // Changing it

  /** @param {string} text */
  #comment(text) {
    this.#here.comment = text;
    this.#changed();
  }

  /** @param {DrawnMark[]} marks */
  #draw(marks) {
    this.#here.marks = marks;
    this.#changed();
  }

  #promote() {
    this.#tree.promote(this.#here);
    this.#changed();
    this.#actions?.promote.focus();
  }

  async #delete() {
    const { parent } = this.#here;
    if (!parent) return;
    const bringBack = this.#tree.delete(this.#here);
    const deleted = this.#here;
    this.#bringBack = () => {
      bringBack();
      this.#bringBack = null;
      this.#line = [];
      this.#goTo(deleted);
      this.#changed();
    };
    this.#line = [];
    await this.#goTo(parent);
    this.#changed();
    this.#actions?.restore.focus();
  }

  #changed() {
    this.#showTree();
    this.file.change(this.#tree, this.#here.moves);
  }

  // What is said of the position

  #tell() {
    const here = this.#here;
    const { scene, moves } = this.explorer;
    if (moves.join() !== here.moves.join()) return;
    if (!this.#line.includes(here) || this.#line.at(-1)?.children.length) this.#line = here.line;
    this.steps.update(here.ply, this.#line.length);
    part("where").textContent = this.explorer.task;
    if (this.#field.value !== here.comment) this.#field.value = here.comment;
    this.explorer.drawn.show(here.marks);
    this.#showTree();
    this.file.show(this.#tree, here.moves);
    if (this.#shown === scene) return;
    this.#shown = scene;
    this.engine.think();
    this.openings.show();
  }

  #showTree() {
    this.review.show(this.#tree, this.#here);
    this.view.show(this.#tree, this.#here, this.review.marksIn(this.#tree));
    if (!this.#actions) return;
    const { promote, remove, restore } = this.#actions;
    promote.hidden = this.#here.isMain;
    remove.hidden = !this.#here.parent;
    restore.hidden = !this.#bringBack;
    setAttribute(part("tree-actions"), "hidden", !this.#here.parent && !this.#bringBack);
  }
}

/** Begins the page. */
export function startAnalysis() {
  new AnalysisPage(part("analysis").dataset).open();
}
