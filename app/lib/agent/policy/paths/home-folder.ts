/** The home folder of the engine's programs, which `~` and `$HOME` stand for. */
export const HOME_FOLDER = '/home';
