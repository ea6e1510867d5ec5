/** The page of a review. */

import { startReview } from "../study/review.js";

startReview();
