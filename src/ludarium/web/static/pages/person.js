/** The page of a person. */

import { startChallenge } from "../people/challenge.js";
import { startFollowing } from "../people/follow.js";

startFollowing();
startChallenge();
