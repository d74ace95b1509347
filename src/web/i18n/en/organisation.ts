/* What those who run the organisation set for all. */

export const organisationProfile = {
  title: 'Organisation profile',
  words: 'name description icon logo picture language announcements welcome end deactivate',
  noDescription: 'The organisation says nothing about itself.',
  formatting: 'Formatting works as in messages.',
  preview: 'Preview',
  hidePreview: 'Hide the preview',
  pictures: 'Pictures',
  more: 'Kind, language and announcements',
  joining: 'For those who join',
}

export const organisationPictures = {
  icon: { label: 'Icon', hint: 'Square; shown where there is little room.' },
  logo: { label: 'Logo', hint: 'On light paper; made to fit into 800 by 100 pixels.' },
  night_logo: { label: 'Logo for dark colours', hint: 'On dark paper; the same size.' },
  alt: (label: string) => `${label} of the organisation`,
}

export const endOrganisation = {
  title: 'End of the organisation',
  about: 'Nobody can log in any more then. Nothing is deleted; who runs the server can undo it.',
  open: 'Deactivate the organisation',
  question: (name: string) => `Deactivate ${name}?`,
  warning:
    'Everybody is logged out at once, you too, and all bots stop. Only who runs the server can bring it back.',
  type: (name: string) => `To confirm, type the name: ${name}`,
  wrong: 'That is not the name of the organisation.',
  action: 'Deactivate the organisation',
}

export const organisationSections = {
  permissions: 'Permissions',
  settings: 'Organisation settings',
}
