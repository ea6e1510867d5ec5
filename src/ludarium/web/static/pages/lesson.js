/** A lesson. */

import { startLesson } from "../guides/lesson.js";

startLesson();
