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
import { placeIn } from "./columns.js";
import { Drawings } from "./drawings.js";
import { DrawnMarks } from "./drawn-marks.js";
import { Hands, idOf } from "./hands.js";
import { HitAreas, isPit } from "./hit-areas.js";
import { Keyboard } from "./keyboard.js";
import { MovingPieces } from "./moving-pieces.js";
import { Picture } from "./picture.js";
import { Pieces } from "./pieces.js";
import { drawTargets } from "./targets.js";
import { walk } from "./touch-preview.js";
import { TouchTree } from "./touch-tree.js";

let boards = 0;

export class Board {
  art = new Drawings();
  pieces = new Pieces(this.art);
  /** What the reader draws on it; null where the board is only looked at. */
  marks = null;
  #root;
  #picture;
  #hands;
  #keys = new Keyboard(this);
  #carrying = null;
  #runners;
  #onMove;
  #onPath;
  #hint = null;
  #scene = null;
  #shown = { seat: null, own: [], chosen: null, ahead: [] };
  #shownPieces = "";
  #shownLegal = "";
  #touches = new TouchTree();
  #held = null;
  #sent = false;

  /**
   * @param root the element that the board fills
   * @param onMove is given the seat and the text of a complete move; false, or a promise of it,
   * takes the touches back
   * @param onPath is called when the path of touches has changed
   * @param preview gives a promise of the scene after a legal move of the position shown, so that
   * pieces move before a move is complete
   * @param place gives the element for the hand of an owner (null: everybody's) and for "buttons";
   * by default they are below the board
   */
  constructor(
    root,
    { onMove = null, onPath = () => {}, preview = null, place = null, label = say("Board") } = {},
  ) {
    const below = h("div", { class: "board-hands" });
    this.#root = root;
    this.#onMove = onMove;
    this.#onPath = onPath;
    this.#picture = new Picture(label);
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
    this.#picture.element.addEventListener("focusin", () => this.#showHeld());
  }

  /**
   * Shows a scene.
   * @param seat whose legal moves can be touched; own: the seats whose hands the reader holds
   * @param chosen the id of a hand item that was chosen in secret and is waiting
   * @param ahead ids of what was touched of a move that is chosen ahead
   * @param moves whether pieces move from where they are, or are there at once
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
    this.#restartIfNew(scene, scene.legal?.[seat] ?? [], seat);
    const pieces = JSON.stringify([board.key, scene.pieces]);
    if (pieces !== this.#shownPieces) this.pieces.show(scene.pieces, moves && !turned);
    this.#shownPieces = pieces;
    this.#follow(moves && !turned);
    this.#guessRunner();
    this.#root.dataset.ply = scene.ply;
  }

  /** The scene shown. */
  get scene() {
    return this.#scene;
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

  /** Whether something can be touched now, next or instead of an earlier touch. */
  isLegal(id) {
    return !this.#sent && (this.#touches.next.includes(id) || this.#touches.others.includes(id));
  }

  /**
   * Touches a site, a thing in hand, or a button. `keys`: by keyboard, so that the focus goes
   * along.
   */
  async touch(id, { keys = false } = {}) {
    if (this.marks?.on && this.hits.sites.has(id)) return this.marks.touch(id);
    if (this.#sent || this.#shown.seat === null) return;
    const before = this.path.join(" ");
    const move = this.#touches.touch(id);
    if (move !== null) return this.#send(move);
    if (this.path.join(" ") === before) this.#pulse();
    this.#follow();
    if (keys) this.#keys.lead();
  }

  stepBack() {
    if (!this.canStepBack) return;
    this.#touches.stepBack();
    this.#follow();
  }

  /** Takes all touches back, as when a move was refused. */
  restart(moves = true) {
    this.#sent = false;
    this.#touches.restart();
    this.#follow(moves);
  }

  /** Puts everything back to where it was before it was carried. */
  restore() {
    this.#follow();
  }

  /** Touches a site as the first of a move, whatever was touched before. */
  beginWith(id) {
    this.#touches.restart();
    return this.touch(id);
  }

  /**
   * The sites where what is carried can be put down; `runs`: it is a piece that goes to what is
   * touched first.
   */
  targets(runs) {
    const ids = runs ? this.#touches.firsts : this.#touches.next;
    return ids.filter((id) => this.hits.sites.has(id));
  }

  /** Whether there is something under a pointer that it would carry. */
  carriesAt(event) {
    return this.#carrying.carriesAt(event);
  }

  /** Whether this piece is one that goes to an empty site when that is touched. */
  runs(piece) {
    return !this.#sent && this.#shown.seat !== null && this.#runners.includes(piece.id);
  }

  /** The thing in a hand of this id; null where there is none. */
  item(id) {
    return (
      this.#scene.hands.flatMap((hand) => hand.items).find((candidate) => candidate.id === id) ??
      null
    );
  }

  /** How large a piece is on such a site. */
  scaleOn(site) {
    const pieces = this.#scene.pieces;
    const similar =
      pieces.find((piece) => this.hits.sites.get(piece.site)?.kind === site?.kind) ?? pieces[0];
    return similar?.scale ?? (site?.r ?? 45) / 50;
  }

  /** The mouse is over a site, or over none. */
  hover(site) {
    this.#showHeld(site ?? undefined);
  }

  layer(name) {
    return this.#picture.layer(name);
  }

  #draw(board) {
    const focused = this.hits.hasFocus;
    this.#picture.draw(board, !this.#onMove);
    this.pieces.attach(this.layer("pieces"));
    this.#shownPieces = "";
    this.hits.attach(
      this.#picture.svg,
      this.#onMove ? this.#picture.openHits(this.#hint.id) : null,
      board,
    );
    if (focused) this.hits.focus(this.hits.current);
    this.marks?.attach(this.layer("hits"));
    this.#root.style.setProperty("--board-width", board.width / board.height);
  }

  /**
   * Begins a new path where the moves are others; what was touched is not lost when only something
   * else has changed.
   */
  #restartIfNew(scene, legal, seat) {
    const moves = legal.map(({ move }) => move).join(" ");
    const shown = `${scene.text} ${scene.ply} ${seat} ${moves}`;
    if (shown === this.#shownLegal) return;
    this.#shownLegal = shown;
    this.#sent = false;
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
    const pieceOn = (site) => this.#scene.pieces.findLast((piece) => piece.site === site) ?? null;
    return walk(this.path, {
      sites: this.hits.sites,
      pieceOn,
      item: (id) => this.item(id),
      spot: (piece, site) => this.#spot(piece, site),
      runners: this.#runners.known,
    });
  }

  /** Where a piece would come to lie on a site: in a column, at the end of those like it. */
  #spot(piece, site) {
    if (!site.column) return { x: site.x, y: site.y };
    const alike = this.#scene.pieces.filter(
      ({ id, site: at, look }) => at === site.id && look === piece.look && id !== piece.id,
    );
    return { ...placeIn(site, alike.length), joins: piece.look };
  }

  async #ask(part, move) {
    if ((await this.#runners.ask(part, move, this.#scene.pieces)) && !this.#carrying?.carries) {
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
    const longer = this.#scene.legal[this.#shown.seat].find(
      ({ touches }) => touches[0] === first && touches.length > 1,
    );
    if (longer) this.#ask([first], longer.move);
  }

  /** Shows the thing in hand on the site under the mouse or the focus, where it could be put. */
  #showHeld(site = this.hits.hasFocus ? this.hits.current : null) {
    if (this.#carrying?.carries || this.#walk().dropped) return;
    if (this.#held && site && this.next.includes(site)) {
      this.#showGhost(this.#held, this.hits.sites.get(site));
    } else this.pieces.hideGhost();
  }

  /** The site where it is pointed out: in a column, where the last piece lies. */
  #pointed(site) {
    const last = site.column && this.pieces.on(site.id);
    return last ? { ...site, x: last.x, y: last.y } : site;
  }

  #showGhost(item, site) {
    this.pieces.showGhost(item.look, site.x, site.y, { scale: this.scaleOn(site) });
    if (this.#sent) this.pieces.solidifyGhost();
  }

  #refresh() {
    const sites = this.hits.sites;
    const path = this.path;
    const next = new Set(this.next);
    const others = new Set(this.#sent ? [] : this.#touches.others);
    const onBoard = (ids) =>
      [...ids].filter((id) => sites.has(id)).map((id) => this.#pointed(sites.get(id)));
    const occupied = (id) => this.pieces.on(id) !== null;
    drawTargets(this.layer("targets"), {
      next: onBoard(next),
      touched: onBoard(path),
      ahead: onBoard(new Set(this.#shown.ahead)),
      occupied,
      strong: path.length > 0,
    });
    this.hits.describe((site) => this.#describe(site, next, path));
    this.hits.standBy(onBoard(next));
    this.#carrying?.aim.check();
    this.#hands.show(this.#scene, {
      own: this.#shown.own,
      next,
      others,
      path,
      chosen: this.#shown.chosen ?? this.#shown.ahead.find((id) => !sites.has(id)) ?? null,
    });
    for (const element of this.beside) this.#listenTo(element);
    this.#root.classList.toggle("choosing", next.size > 0);
    this.#root.classList.toggle("midway", path.length > 0);
  }

  #describe(site, next, path) {
    const piece = this.pieces.on(site.id);
    const chosen = path.includes(site.id);
    const target = next.has(site.id);
    const drags =
      piece !== null && !isPit(site) && (this.isLegal(site.id) || chosen || this.runs(piece));
    const state = chosen
      ? say("touched")
      : target
        ? path.length || !piece
          ? say("legal target")
          : say("can be moved")
        : null;
    const lies = this.#scene.heaps[site.id] ?? this.pieces.names(site.id).join(", ");
    const label = [site.name, lies || say("empty"), state]
      .filter(Boolean)
      .join(", ");
    return { label, target, drags, chosen };
  }

  #listenTo(element) {
    if (element.dataset.listens || !this.#onMove) return;
    element.dataset.listens = "true";
    element.addEventListener("click", (event) => {
      if (!this.#carrying.tookClick(event)) this.touch(idOf(element), { keys: event.detail === 0 });
    });
    this.#keys.watch(element);
    if (element.dataset.hand) this.#carrying.watch(element);
  }

  async #send(move) {
    const legal = this.#shownLegal;
    this.#sent = true;
    this.#follow();
    const accepted = await this.#onMove(this.#shown.seat, move);
    if (accepted === false && this.#sent && legal === this.#shownLegal) this.restart();
  }

  /** Answers a touch that leads nowhere: what could be touched shows itself. */
  #pulse() {
    const marks = this.layer("targets");
    marks.classList.remove("pulse");
    marks.getBoundingClientRect(); // so that the animation starts again
    marks.classList.add("pulse");
  }
}
