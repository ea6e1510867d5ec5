/** A lesson. */

import { startLesson } from "../study/lesson.js";

startLesson();
