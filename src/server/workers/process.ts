// A worker process. It has no settings, no network, and may read the program but write nothing.
import { serveTasks } from './serve-tasks.ts';

serveTasks(Number(process.argv[2]));
