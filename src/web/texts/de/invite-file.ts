import type * as en from '../en/invite-file'

export const inviteFile: typeof en.inviteFile = {
  choose: 'Adressen aus einer CSV-Datei hinzufügen',
  added: (count) =>
    count === 0
      ? 'Die Datei enthält keine E-Mail-Adresse.'
      : count === 1
        ? '1 Adresse hinzugefügt.'
        : `${count.toLocaleString('de')} Adressen hinzugefügt.`,
  tooMany: (most) => `Wähle eine Datei mit höchstens ${most.toLocaleString('de')} Adressen.`,
}
