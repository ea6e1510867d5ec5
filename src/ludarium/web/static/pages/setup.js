/** Setting up a game. */

import { startSetup } from "../lobby/setup.js";

startSetup();
