/* Shared texts of the settings areas: navigation, forms, tables, pictures. */

import type * as en from '../en'

export const settingsAreas: typeof en.settingsAreas = {
  sections: 'Bereiche der Einstellungen',
  find: 'Einstellung finden',
  nothing: 'Keine Treffer',
  leave: 'Schließen',
  allOf: (area) => `Zurück zu ${area}`,
}

export const form: typeof en.form = {
  save: 'Änderungen speichern',
  saved: 'Gespeichert',
  undo: 'Änderungen verwerfen',
  required: 'Dieses Feld ist nötig.',
  outside: (min, max) =>
    max === undefined
      ? `Gib eine Zahl ab ${min} ein.`
      : min === undefined
        ? `Gib eine Zahl bis ${max} ein.`
        : `Gib eine Zahl zwischen ${min} und ${max} ein.`,
}

export const table: typeof en.table = {
  find: 'Filtern',
  nothing: 'Keine Treffer',
  none: 'Hier ist noch nichts.',
  chooseAll: 'Alle auswählen',
  choose: (name) => `${name} auswählen`,
  chosen: (count) => `${count} ausgewählt`,
  actions: 'Aktionen',
}

export const copy: typeof en.copy = {
  copied: 'Kopiert',
  failed: 'Dein Browser hat das Kopieren nicht erlaubt.',
}

export const picture: typeof en.picture = {
  choose: 'Bild wählen',
  replace: 'Anderes Bild wählen',
  remove: 'Bild entfernen',
  crop: 'Bild zuschneiden',
  zoom: 'Vergrößerung',
  across: 'Waagerechte Position',
  down: 'Senkrechte Position',
  use: 'Dieses Bild verwenden',
  unreadable: 'Dein Browser kann diese Datei nicht als Bild lesen.',
  tooBig: (megabytes) => `Bilder dürfen höchstens ${megabytes}\u00a0MB groß sein.`,
}
