import type { SettingRow } from '../../data/switcher/setting-row'
import * as t from '../../texts/catalog'
import { listOrganizationRows } from '../organization/setting-rows'
import { notificationCells } from './personal/notifications'

/** Every setting by its label, for the quick switcher. */
export function listSettingRows(): SettingRow[] {
  const labels: Readonly<Record<string, readonly string[]>> = {
    profile: [t.profile.name, t.profile.picture],
    account: [
      ...[t.account.address, t.login.email, t.account.oldPassword, t.account.newPassword],
      ...[t.account.sessions, t.account.apiKey, t.account.addressSeen, t.account.presence],
      ...[t.account.receipts, t.account.typingPrivate, t.account.typingStreams],
    ],
    appearance: [
      ...[
        t.yourMenu.theme,
        t.appearance.fontSize,
        t.appearance.density,
        t.appearance.clock,
        t.appearance.zone,
        t.appearance.language,
        t.appearance.home,
      ],
      ...[
        t.appearance.streamOpens,
        t.appearance.marksRead,
        t.appearance.reactionNames,
        t.appearance.linkPreviews,
        t.appearance.folders,
      ],
      ...[
        t.appearance.starredCount,
        t.appearance.enterSends,
        t.appearance.emoticons,
        t.appearance.drafts,
      ],
    ],
    notifications: [
      ...notificationCells().map(({ label }) => label),
      ...[
        t.notificationSettings.content,
        t.notificationSettings.pushOnline,
        t.notificationSettings.counts,
        t.notificationSettings.mailContent,
      ],
      ...[
        t.notificationSettings.mailDigest,
        t.notificationSettings.mailLogin,
        t.notificationSettings.mailPause,
        t.notificationSettings.follows,
      ],
      ...[
        t.notificationSettings.unmutes,
        t.notificationSettings.followsMentions,
        t.quietTimes.now,
        t.quietTimes.title,
      ],
    ],
  }
  const words: Readonly<Record<string, string>> = {
    [t.yourMenu.theme]: Object.values(t.yourMenu.themes).join(' '),
    [t.appearance.clock]: t.appearance.clockWords,
  }
  const personal = Object.entries(labels).flatMap(([page, ofPage]) =>
    ofPage.map((label): SettingRow => {
      const more = words[label]
      return { view: 'settings', page, label, ...(more === undefined ? {} : { words: more }) }
    }),
  )
  return [...personal, ...listOrganizationRows()]
}
