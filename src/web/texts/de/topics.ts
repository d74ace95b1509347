import type * as en from '../en/topics'

export const topicList: typeof en.topicList = {
  open: 'Alle Themen',
  title: (stream) => `Themen von ${stream}`,
  filters: 'Filter',
  filter: 'Themen filtern',
  order: 'Reihenfolge',
  orders: { newest: 'Neueste zuerst', name: 'Nach Namen', unread: 'Ungelesene zuerst' },
  hideResolved: 'Gelöste ausblenden',
  messages: 'Alle Nachrichten',
  count: (count) => (count === 1 ? '1 Thema' : `${count} Themen`),
  loading: 'Themen werden geladen',
  none: 'Dieser Stream hat noch keine Themen.',
  noMatches: 'Keine passenden Themen',
  more: (count) => `Mehr anzeigen (${count})`,
  list: 'Themen',
  unread: (count) => `${count} ungelesen`,
  muted: 'Stummgeschaltet',
  followed: 'Du folgst diesem Thema',
}

export const topicDeletion: typeof en.topicDeletion = {
  action: 'Thema löschen',
  title: (topic) => `Das Thema „${topic}“ löschen?`,
  explanation: (count) =>
    count === undefined
      ? 'Alle Nachrichten darin werden für alle gelöscht. Das lässt sich nicht rückgängig machen.'
      : count === 1
        ? 'Die Nachricht darin wird für alle gelöscht. Das lässt sich nicht rückgängig machen.'
        : `Die ${count} Nachrichten darin werden für alle gelöscht. Das lässt sich nicht rückgängig machen.`,
  deleted: (topic) => `Das Thema „${topic}“ wurde gelöscht.`,
}
