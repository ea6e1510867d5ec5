/** The page of a review. */

import { startReview } from "../analysis/review.js";

startReview();
