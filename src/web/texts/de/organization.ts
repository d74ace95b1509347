/* The organization's profile, and its deactivation. */

import type * as en from '../en'

export const organizationProfile: typeof en.organizationProfile = {
  title: 'Profil der Organisation',
  words:
    'name beschreibung symbol logo bild sprache ankündigungen willkommen begrüßung beenden deaktivieren',
  noDescription: 'Diese Organisation hat keine Beschreibung.',
  formatting: 'Du kannst den Text wie in Nachrichten formatieren.',
  preview: 'Vorschau',
  hidePreview: 'Vorschau ausblenden',
  pictures: 'Bilder',
  more: 'Art, Sprache und Ankündigungen',
  joining: 'Neue Personen',
}

export const organizationPictures: typeof en.organizationPictures = {
  icon: { label: 'Symbol', hint: 'Quadratisch. Erscheint, wo wenig Platz ist.' },
  logo: {
    label: 'Logo',
    hint: 'Für hellen Hintergrund. Wird auf höchstens 800 × 100 Pixel verkleinert.',
  },
  night_logo: {
    label: 'Logo für das dunkle Design',
    hint: 'Für dunklen Hintergrund. Gleiche Größe.',
  },
  none: 'Keines',
  alt: (label) => `${label} der Organisation`,
}

export const endOrganization: typeof en.endOrganization = {
  title: 'Organisation deaktivieren',
  about:
    'Niemand kann sich mehr anmelden. Nichts wird gelöscht. Wer den Server verwaltet, kann das rückgängig machen.',
  open: 'Organisation deaktivieren',
  question: (name) => `${name} deaktivieren?`,
  warning:
    'Alle, auch du, werden sofort abgemeldet, und alle Bots halten an. Nur wer den Server verwaltet, kann das rückgängig machen.',
  type: (name) => `Gib zur Bestätigung den Namen ein: ${name}`,
  wrong: 'Das ist nicht der Name der Organisation.',
  action: 'Organisation deaktivieren',
}

export const organizationSections: typeof en.organizationSections = {
  permissions: 'Berechtigungen',
  settings: 'Einstellungen der Organisation',
}
