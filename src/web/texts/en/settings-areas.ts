/* Shared texts of the settings areas: navigation, forms, tables, pictures. */

export const settingsAreas = {
  sections: 'Settings sections',
  find: 'Find a setting',
  nothing: 'No matches',
  leave: 'Close',
  allOf: (area: string) => `Back to ${area}`,
}

export const form = {
  save: 'Save changes',
  saved: 'Saved',
  undo: 'Undo changes',
  required: 'This field is required.',
  outside: (min?: number, max?: number) =>
    max === undefined
      ? `Enter a number of at least ${min}.`
      : min === undefined
        ? `Enter a number of at most ${max}.`
        : `Enter a number between ${min} and ${max}.`,
}

export const table = {
  find: 'Filter',
  nothing: 'No matches',
  none: 'Nothing here yet.',
  chooseAll: 'Select all',
  choose: (name: string) => `Select ${name}`,
  chosen: (count: number) => `${count} selected`,
  actions: 'Actions',
}

export const copy = {
  copied: 'Copied',
  failed: 'Your browser did not allow copying.',
}

export const picture = {
  choose: 'Choose a picture',
  replace: 'Choose another picture',
  remove: 'Remove the picture',
  crop: 'Crop picture',
  zoom: 'Zoom',
  across: 'Horizontal position',
  down: 'Vertical position',
  use: 'Use this picture',
  unreadable: 'Your browser cannot read this file as a picture.',
  tooBig: (megabytes: number) => `The maximum picture size is ${megabytes} MB.`,
}
