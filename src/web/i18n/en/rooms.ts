/* Where things are set: what all rooms have, and the parts that they are made of. */

export const rooms = {
  sections: 'Settings sections',
  find: 'Find a setting',
  nothing: 'Nothing here has such a name.',
  leave: 'Back to where you were',
  allOf: (room: string) => `All of ${room}`,
}

export const form = {
  save: 'Save changes',
  saved: 'Saved',
  saving: 'Saving',
  undo: 'Undo changes',
  required: 'This is needed.',
  outside: (min?: number, max?: number) =>
    max === undefined
      ? `It is ${String(min)} at least.`
      : min === undefined
        ? `It is ${String(max)} at most.`
        : `It is between ${String(min)} and ${String(max)}.`,
}

export const table = {
  find: 'Filter',
  nothing: 'Nothing has such a name.',
  none: 'There is nothing here yet.',
  chooseAll: 'Choose all',
  choose: (name: string) => `Choose ${name}`,
  chosen: (count: number) => `${String(count)} chosen`,
  count: (count: number) => (count === 1 ? '1 row' : `${String(count)} rows`),
  actions: 'Actions',
}

export const copy = {
  copied: 'Copied',
  failed: 'The browser did not let it be copied.',
}

export const picture = {
  choose: 'Choose a picture',
  replace: 'Choose another picture',
  remove: 'Remove the picture',
  crop: 'Which part of it',
  zoom: 'Size',
  across: 'Left to right',
  down: 'Top to bottom',
  use: 'Use this picture',
  unreadable: 'The browser cannot show this file as a picture.',
  tooBig: (megabytes: number) => `A picture may have ${String(megabytes)} MB at most.`,
}
