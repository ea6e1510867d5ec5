/** The page that opens games of other programs. */

import { startImport } from "../analysis/game-files.js";

startImport();
