/** What the scripts of the pages handle, by short names that all of them know. */

type Schemas = import("./api.js").components["schemas"];

type Scene = Schemas["SceneAnswer"];
type SceneBoard = Schemas["SceneBoard"];
type SceneSeat = Schemas["SceneSeat"];
type Piece = Schemas["Piece"];
type Hand = Schemas["Hand"];
type HandItem = Schemas["HandItem"];
type LegalMove = Schemas["LegalMove"];
type Column = Schemas["Column"];
type BoardSite = Schemas["Site"];
/** A board with its picture and sites, as drawings keep it. */
type WholeBoard = SceneBoard & { svg: string; sites: BoardSite[] };
/** A site, and how far from it a touch still means it. */
type Site = BoardSite & { room: number };

type TableState = Schemas["TableAnswer"];
type TableSeat = Schemas["SeatAnswer"];
type TableMove = Schemas["TableMove"];
type TableMessage = Schemas["TableMessage"];
type PresenceMessage = Schemas["PresenceMessage"];
type MovedMessage = Schemas["MovedMessage"];
type RefusedMessage = Schemas["RefusedMessage"];
type PingMessage = Schemas["PingMessage"];
type Clock = Schemas["Clock"];
type Summary = Schemas["SummaryAnswer"];
type OwnSummary = Schemas["OwnGame"];
type Crowd = Schemas["Crowd"];
type Call = Schemas["Call"];
type Missed = Schemas["Missed"];
/** All that sockets of this server say, but answers to moves and pings. */
type SocketMessage =
  | TableMessage
  | PresenceMessage
  | Schemas["LobbyMessage"]
  | Schemas["OwnGamesMessage"]
  | Schemas["TournamentMessage"]
  | Schemas["CallsMessage"];

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

/** What stands in the first row whose pattern a path fits; `Else` where there is none. */
type First<P extends string, Rows, Else = unknown> = Rows extends [
  [infer Pattern, infer Found],
  ...infer Rest,
]
  ? P extends Pattern
    ? Found
    : First<P, Rest, Else>
  : Else;

/** What a POST to a path brings. */
type PostBody<P extends string> = First<
  P,
  [
    ["/pairings", Schemas["PairingBody"]],
    ["/tables", Schemas["TableBody"]],
    [`/tables/${string}/moves`, Schemas["MoveBody"]],
    [`/tables/${string}/seats/${string}/return`, { code: string | null }],
    [`/tables/${string}/seats/${string}`, Schemas["SitBody"]],
    ["/analysis", Schemas["AnalysisBody"]],
    ["/reviews", Schemas["MovesBody"]],
    ["/studies", Schemas["StudyBody"]],
    ["/studies/seats", Schemas["StudyBody"]],
    ["/studies/file", Schemas["StudyFileBody"]],
    ["/imports", Schemas["ImportBody"]],
    [`/puzzles/${string}/attempts`, Schemas["AttemptBody"]],
  ],
  object
>;

/** What a PUT brings. */
type PutBody<P extends string> = First<
  P,
  [
    ["/me", Schemas["MeBody"]],
    ["/me/notices", Schemas["DeviceBody"]],
    [`/studies/${string}`, Schemas["StudyBody"]],
    [`${string}/conditional-moves`, Schemas["ConditionalBody"]],
  ],
  object
>;

/** What the API answers to GET, by path. */
type Got<P extends string> = First<
  P,
  [
    ["/me", Schemas["Me"]],
    [`/me/turns?${string}`, Schemas["CountsAnswer"]],
    [`/me/games?${string}`, OwnGamesList],
    ["/me/notices", Schemas["NoticesAnswer"]],
    [`/names?${string}`, Schemas["NameAnswer"]],
    [`/games/search?${string}`, Schemas["FoundAnswer"]],
    [`/tables/${string}/scene?${string}`, Scene],
    [`/tables/${string}/view?${string}`, RoundView],
    [`/tables/${string}/throws`, Schemas["ThrowsAnswer"]],
    [`/tables/${string}/events?${string}`, { events: TableEvent[]; more: boolean }],
    [`/tables/${string}/premoves`, { ply: number; legal: Record<string, LegalMove[]> }],
    [`/tables/${string}/conditional-moves`, Schemas["ConditionalAnswer"]],
    [`/tables/${string}/review`, Review | Schemas["WorkingAnswer"]],
    [`/tables/${string}`, TableState],
    [`/games/${string}/scene?${string}`, Scene],
    [`/games/${string}/preview?${string}`, Scene],
    [`/games/${string}/openings?${string}`, Openings],
    [`/studies/${string}`, Study],
    ["/studies", Schemas["StudySummary"][]],
    [`/puzzles/${string}`, Puzzle],
  ]
>;

/** To POST. */
type Posted<P extends string> = First<
  P,
  [
    ["/pairings", Schemas["PairingAnswer"]],
    ["/tables", TableState],
    [`/tables/${string}/moves`, Schemas["MoveAnswer"]],
    ["/analysis", Analysis],
    ["/reviews", Review | Schemas["WorkingAnswer"]],
    ["/studies", Schemas["SavedStudy"]],
    ["/studies/seats", Schemas["SeatsOfMovesAnswer"]],
    ["/studies/file", Schemas["FileAnswer"]],
    ["/imports", { games: ImportedGame[]; faults: string[]; more: boolean }],
    [`/puzzles/${string}/attempts`, Schemas["AttemptAnswer"]],
    ["/tournaments", { id: string }],
  ]
>;

/** To PUT. */
type Put<P extends string> = First<
  P,
  [
    ["/me", Schemas["Me"]],
    [`/studies/${string}`, Schemas["SavedStudy"]],
    [`${string}/conditional-moves`, Schemas["ConditionalAnswer"]],
  ]
>;

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
type Label = Line["label"];
/** What each choice of a seat is worth against an equilibrium. */
interface SeatChoices {
  seat: number;
  value: number;
  label: Label;
  epsilon: number;
  choices: { move: string; probability: number; value: number; lost: number }[];
  /** In reviews, what the seat chose. */
  chosen?: string | null;
}
interface RoundReview {
  ply: number;
  seats: SeatChoices[];
}
/** How predictable a seat was. */
interface Habit {
  seat: number;
  rounds: number;
  guessed: number;
  expected: number;
  deviation: number;
}
type Analysis = Omit<Schemas["AnalysisAnswer"], "seats"> & { seats: SeatChoices[] };
type MoveReview = Schemas["MoveReviewAnswer"];
type Review = Omit<Schemas["ReviewAnswer"], "rounds" | "habits"> & {
  rounds: RoundReview[];
  habits: Habit[];
};
type Openings = Schemas["OpeningAnswer"];
type Puzzle = Omit<Schemas["PuzzleAnswer"], "source" | "proof"> & {
  source: { ply: number };
  proof: { depth: number; nodes: number };
};
type PuzzleStep = Schemas["StepAnswer"];

/** From what a board of one's own begins. */
interface Setting {
  game?: string;
  ruleset?: string;
  seats?: number | string;
  position?: string;
}
/** A position of a study, as data: see analysis/move-tree.js. */
interface StudyPosition {
  move?: string;
  after?: number;
  comment?: string;
  marks?: { start: string; end?: string | null; colour?: Colour }[];
}
type Study = Omit<Schemas["StudyAnswer"], "positions"> & { positions: StudyPosition[] };
/** A game of a file, as a study. */
type ImportedGame = Omit<Schemas["ImportedGame"], "positions"> & { positions: StudyPosition[] };
/** A study as this device remembers it. */
interface KeptStudy extends Setting {
  id: string;
  changed: number;
  title: string;
  /** The players' names by seat, of a game that was played elsewhere. */
  players?: string[];
  /** Its id on the server, or "". */
  study: string;
  mine: boolean;
  positions: StudyPosition[];
}
/** A step of a lesson. */
interface LessonStep {
  ruleset: string;
  seats: number;
  position: string;
  moves: string[];
  seat: number;
  accepted: string[];
  task: string;
  right: string;
  wrong: string;
}

/** A page of the reader's own games. */
type OwnGamesList = Omit<Schemas["OwnGamesMessage"], "type">;

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
  /** Whether the reader is asked before a move is sent. */
  asks: boolean;
  task: string | null;
  game: string;
  board: import("../../src/ludarium/web/static/board/board.js").Board;
}

/** Requests about a seat, by kind. */
interface TableRequests {
  offers: Schemas["OfferBody"];
  answers: Schemas["AnswerBody"];
  places: Schemas["PlaceBody"];
  claims: Schemas["ClaimBody"];
  resignations: Schemas["SeatBody"];
  "undone-moves": Schemas["UndoneMoveBody"];
  greetings: Schemas["GreetingBody"];
  rematches: Schemas["SeatBody"];
}
/** Sends a request about a seat; gives whether it was accepted. */
type PostToTable = <K extends keyof TableRequests>(
  kind: K,
  body: TableRequests[K],
) => Promise<boolean>;
/** Changes who sits on a seat, with what is to be sent; gives whether that was accepted. */
type ChangeSeat = (
  method: "post" | "delete",
  seat: number,
  body?: Schemas["SitBody"],
) => Promise<boolean>;

type Opened = Schemas["Opened"];
