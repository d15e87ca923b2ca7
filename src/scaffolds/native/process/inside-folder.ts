import { fileURLToPath } from 'node:url';

/** The programs that run inside a sandbox. They are JavaScript because they run as they stand, built or not. */
export const INSIDE_FOLDER = fileURLToPath(new URL('./inside', import.meta.url));
