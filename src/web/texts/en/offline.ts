/** The page without a network. */
export const offline = {
  stored: (time: string) => `This page shows the messages that were stored here: ${time}.`,
}
