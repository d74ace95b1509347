/* The organization's profile, and its deactivation. */

export const organizationProfile = {
  title: 'Organization profile',
  words: 'name description icon logo picture language announcements welcome end deactivate',
  noDescription: 'This organization has no description.',
  formatting: 'You can format text as in messages.',
  preview: 'Preview',
  hidePreview: 'Hide preview',
  pictures: 'Pictures',
  more: 'Type, language and announcements',
  joining: 'New people',
}

export const organizationPictures = {
  icon: { label: 'Icon', hint: 'Square. Shown where space is limited.' },
  logo: { label: 'Logo', hint: 'For light backgrounds. Scaled to fit 800 by 100 pixels.' },
  night_logo: { label: 'Logo for the dark theme', hint: 'For dark backgrounds. Same size.' },
  none: 'None',
  alt: (label: string) => `${label} of the organization`,
}

export const endOrganization = {
  title: 'Deactivate organization',
  about:
    'People can no longer log in. Nothing is deleted. The server’s administrator can undo this.',
  open: 'Deactivate organization',
  question: (name: string) => `Deactivate ${name}?`,
  warning:
    'Everyone, including you, is logged out at once, and all bots stop. Only the server’s administrator can undo this.',
  type: (name: string) => `To confirm, type the name: ${name}`,
  wrong: 'That is not the name of the organization.',
  action: 'Deactivate organization',
}

export const organizationSections = {
  permissions: 'Permissions',
  settings: 'Organization settings',
}
