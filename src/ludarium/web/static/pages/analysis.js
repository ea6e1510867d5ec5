/** The analysis board. */

import { startAnalysis } from "../analysis/analysis.js";

startAnalysis();
