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
type Got<P extends string> = P extends `/me/turns?${string}`
  ? Schemas["CountsAnswer"]
  : P extends `/me/games?${string}`
    ? Omit<Schemas["Socket.OwnGamesMessage"], "type" | "now">
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

/** What a round came to, as docs/api.md describes views. */
type RoundView = Record<string, unknown>;
interface TableEvent {
  version: number;
  kind: string;
  [field: string]: unknown;
}
type Line = Schemas["LineAnswer"];
type Analysis = Schemas["AnalysisAnswer"];
type Review = Schemas["ReviewAnswer"];
type Study = Schemas["StudyAnswer"];
