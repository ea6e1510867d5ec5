/** What the scripts of the pages handle, by short names that all of them know. */

type Schemas = import("./api.js").components["schemas"];

type Scene = Schemas["Socket.Scene"];
type SceneBoard = Schemas["Socket.SceneBoard"];
type SceneSeat = Schemas["Socket.SceneSeat"];
type Piece = Schemas["Socket.Piece"];
type Hand = Schemas["Socket.Hand"];
type HandItem = Schemas["Socket.HandItem"];
type LegalMove = Schemas["Socket.LegalMove"];
type Column = Schemas["Socket.Column"];
type BoardSite = Schemas["Socket.Site"];
/** A board with its picture and sites, as drawings keep it. */
type WholeBoard = SceneBoard & { svg: string; sites: BoardSite[] };
/** A site, and how far from it a touch still means it. */
type Site = BoardSite & { room: number };

type TableState = Schemas["Socket.Table"];
type TableSeat = Schemas["Socket.TableSeat"];
type TableMove = Schemas["Socket.TableMove"];
type TableMessage = Schemas["Socket.TableMessage"];
type PresenceMessage = Schemas["Socket.PresenceMessage"];
type MovedMessage = Schemas["Socket.MovedMessage"];
type RefusedMessage = Schemas["Socket.RefusedMessage"];
type Clock = Schemas["Socket.Clock"];
type Summary = Schemas["Socket.Summary"];
type OwnSummary = Schemas["Socket.OwnSummary"];
type Crowd = Schemas["Socket.Crowd"];
type Call = Schemas["Socket.Call"];
type Missed = Schemas["Socket.Missed"];
/** All that sockets of this server say, but answers to moves and pings. */
type SocketMessage =
  | TableMessage
  | PresenceMessage
  | Schemas["Socket.LobbyMessage"]
  | Schemas["Socket.OwnGamesMessage"]
  | Schemas["Socket.TournamentMessage"]
  | Schemas["Socket.CallsMessage"];

/** An arrow between two sites, or a ring, which has no end. */
interface DrawnMark {
  start: string;
  end: string | null;
  colour: Colour;
}
type Colour = "green" | "red" | "blue" | "yellow";

/** What elements are made with: see shared/dom.js. */
type AttributeValue = string | number | boolean | null | undefined;
type Listeners = {
  [E in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[E]) => unknown;
};
interface Attributes {
  text?: string | null;
  on?: Listeners;
  [name: string]: AttributeValue | Listeners;
}
type Child = Node | string | null | undefined | false | 0 | "";
type Children = Child | Child[];

/** The phrases of the reader's language, which a script before ours brings. */
declare var phrases: Record<string, string | string[]> | undefined;

/** What the API answers, by method and path. */
type Got<P extends string> = P extends "/me"
  ? Schemas["Me"]
  : P extends `/me/turns?${string}`
    ? Schemas["CountsAnswer"]
    : P extends `/me/games?${string}`
      ? OwnGamesList
      : P extends "/me/notices"
        ? Schemas["NoticesAnswer"]
        : P extends `/tables/${string}/scene?${string}`
          ? Scene
          : P extends `/tables/${string}/view?${string}`
            ? RoundView
            : P extends `/tables/${string}/throws`
              ? Schemas["ThrowsAnswer"]
              : P extends `/tables/${string}/events?${string}`
                ? { events: TableEvent[]; more: boolean }
                : P extends `/tables/${string}/premoves`
                  ? { ply: number; legal: Record<string, LegalMove[]> }
                  : P extends `/tables/${string}/conditional-moves`
                    ? Schemas["ConditionalAnswer"]
                    : P extends `/tables/${string}/review`
                      ? Review | Schemas["WorkingAnswer"]
                      : P extends `/tables/${string}`
                        ? TableState
                        : P extends
                              | `/games/${string}/scene?${string}`
                              | `/games/${string}/preview?${string}`
                          ? Scene
                          : P extends `/studies/${string}`
                            ? Study
                            : P extends "/studies"
                              ? Schemas["StudySummary"][]
                              : P extends `/puzzles/${string}`
                                ? Schemas["PuzzleAnswer"]
                                : unknown;

type Posted<P extends string> = P extends "/pairings"
  ? Schemas["PairingAnswer"]
  : P extends "/tables"
    ? TableState
    : P extends "/analysis"
      ? Analysis
      : P extends `/tables/${string}/moves`
        ? Schemas["MoveAnswer"]
        : P extends "/studies"
          ? Schemas["SavedStudy"]
          : P extends `/puzzles/${string}/attempts`
            ? Schemas["AttemptAnswer"]
            : P extends "/tournaments"
              ? { id: string }
              : unknown;

type Put<P extends string> = P extends "/me"
  ? Schemas["Me"]
  : P extends `/studies/${string}`
    ? Schemas["SavedStudy"]
    : P extends `${string}/conditional-moves`
      ? Schemas["ConditionalAnswer"]
      : unknown;

interface RequestOptions {
  signal?: AbortSignal;
  type?: string;
}

/** Whoever sits somewhere, as sentences name them. */
interface NamedSeat {
  name: string | null;
  seat_name?: string;
  kind: "person" | "bot" | null;
}

/** Whether this device gets notices; null where it cannot. */
type NoticeState = "on" | "off" | "denied" | null;

/** What is used of a View, as docs/api.md describes it. */
interface RoundView {
  sites: { id: string; owner: number | null }[];
  arrows: { start: string; end: string }[];
}
/** What is used of an event of a table. */
interface TableEvent {
  version: number;
  share?: string;
}
type Line = Schemas["LineAnswer"];
type Analysis = Schemas["AnalysisAnswer"];
type Review = Schemas["ReviewAnswer"];
type Study = Schemas["StudyAnswer"];

/** A page of the reader's own games. */
type OwnGamesList = Omit<Schemas["Socket.OwnGamesMessage"], "type">;

/** A move with the seat that made it; null of chance, and of rounds. */
type SeatedMove = Omit<TableMove, "seat"> & { seat: number | null };

type Verdict = "kept" | "late" | "broken";
/** What a round of secret choices came to. */
interface RoundFacts {
  scene: Scene;
  round: number;
  /** By seat. */
  choices: Record<string, string>;
  /** What is said of each seat. */
  notes: string[];
  /** Who beat whom; null where that could not be had. */
  arrows: { winner: number | null | undefined; loser: number | null | undefined }[] | null;
  /** By seat, what became of each commitment. */
  verdicts: Record<string, Verdict> | null;
}

/** What the parts of a table's page show. */
interface TablePageState {
  table: TableState;
  moves: SeatedMove[];
  /** The game as it stands. */
  live: Scene;
  /** What the board shows. */
  scene: Scene;
  /** Of conditional moves. */
  draft: Scene | null;
  round: RoundFacts | null;
  /** The ply that is looked back at. */
  at: number | null;
  /** The reader's seats. */
  own: number[];
  /** The seat that the reader may choose for now. */
  seat: number | null;
  /** To whom the device must be passed before that. */
  curtain: number | null;
  /** Whether the board shows what a round came to. */
  revealed: boolean;
  pauses: boolean;
  viewer: number;
  premove: { text: string; touches: string[] } | null;
  premoving: boolean;
  task: string | null;
  game: string;
  board: import("../../src/ludarium/web/static/board/board.js").Board;
}

/** Sends a request about a seat; gives whether it was accepted. */
type PostToTable = (kind: string, body: object) => Promise<boolean>;
/** Changes who sits on a seat, with what is to be sent; gives whether that was accepted. */
type ChangeSeat = (method: "post" | "delete", seat: number, body?: object) => Promise<boolean>;

type Opened = Schemas["Socket.Opened"];
