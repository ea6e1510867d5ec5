/** The first page. */

import { startLobby } from "../lobby/lobby.js";

startLobby();
