/** Thrown where Python would go on to a value that is not told here. */
export class NotTold extends Error {
  constructor(what: string) {
    super(`the value of ${what} is not told`);
    this.name = 'NotTold';
  }
}
