/** The page of a table. */

import { startTable } from "../table/table.js";

startTable();
