import * as t from '../../texts/catalog'
import { Account } from './personal/account'
import { AlertWords } from './personal/alert-words'
import { Appearance } from './personal/appearance'
import { Devices } from './personal/devices'
import { MutedPeople } from './personal/muted-people'
import { Notifications } from './personal/notifications'
import { Profile } from './personal/profile'
import { Snippets } from './personal/snippets'
import { Topics } from './personal/topics'
import { BotsSection } from './bots/bots-section'
import type { Section } from '../../parts/settings-area/section'

/** A section with title and search words from its texts. */
const section = (
  key: string,
  icon: Section['icon'],
  { title, words }: { title: string; words: string },
  Component: Section['Component'],
): Section => ({ key, title, icon, words, Component })

/** Sections of the settings, in order. */
export const sections: readonly Section[] = [
  section('profile', 'circle-user-round', t.profile, Profile),
  section('account', 'lock', t.account, Account),
  section('appearance', 'palette', t.appearance, Appearance),
  section('notifications', 'bell', t.notificationSettings, Notifications),
  section('devices', 'smartphone', t.devices, Devices),
  section('alert-words', 'at-sign', t.alertWords, AlertWords),
  section('muted-people', 'eye-off', t.mutedPeople, MutedPeople),
  section('topics', 'volume-x', t.topicSettings, Topics),
  section('snippets', 'text-quote', t.snippets, Snippets),
  {
    ...section('your-bots', 'bot', t.bots, BotsSection),
    isFor: ({ store }) => !store.read('is_guest'),
  },
]
