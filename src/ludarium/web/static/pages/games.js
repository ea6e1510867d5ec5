/** The page of the reader's own games. */

import { startGames } from "../games/games.js";

startGames();
