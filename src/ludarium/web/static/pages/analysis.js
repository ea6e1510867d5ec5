/** The analysis board. */

import { startAnalysis } from "../study/analysis.js";

startAnalysis();
