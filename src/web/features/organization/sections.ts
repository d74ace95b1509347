import * as t from '../../texts/catalog'
import type { Section } from '../../parts/settings-area/section'
import { AuditLog } from './audit-log/audit-log'
import { Exports } from './exports/exports'
import { OrganizationBots } from './bots/organization-bots'
import { DefaultSettings } from './defaults/default-settings'
import { CustomEmoji } from './emoji/custom-emoji'
import { IdentityProviders } from './identity-providers/identity-providers'
import { Imports } from './imports/imports'
import { Integrations } from './integrations/integrations'
import { Invitations } from './invitations/invitations'
import { Linkifiers } from './linkifiers/linkifiers'
import { mayInvite } from '../../data/people/may-invite'
import { People } from './people/people'
import { Playgrounds } from './playgrounds/playgrounds'
import { ProfileFields } from './profile-fields/profile-fields'
import { OrganizationProfile } from './profile/organization-profile'
import { Statistics } from './statistics/statistics'
import {
  GeneralSettings,
  generalWords,
  Permissions,
  permissionWords,
} from './settings/settings-pages'

/** Sections of the organization's settings, in order. */
export const sections: readonly Section[] = [
  {
    key: 'profile',
    title: t.organizationProfile.title,
    icon: 'building-2',
    words: t.organizationProfile.words,
    Component: OrganizationProfile,
  },
  {
    key: 'permissions',
    title: t.organizationSections.permissions,
    icon: 'lock',
    words: permissionWords,
    Component: Permissions,
    isFor: ({ store }) => !store.read('is_guest'),
  },
  {
    key: 'settings',
    title: t.organizationSections.settings,
    icon: 'settings',
    words: generalWords,
    Component: GeneralSettings,
    isFor: ({ store }) => !store.read('is_guest'),
  },
  {
    key: 'users',
    title: t.peopleTable.title,
    icon: 'users',
    words: t.peopleTable.words,
    Component: People,
  },
  {
    key: 'invitations',
    title: t.invitations.title,
    icon: 'mail',
    words: t.invitations.words,
    Component: Invitations,
    isFor: mayInvite,
  },
  {
    key: 'identity-providers',
    title: t.identityProviders.title,
    icon: 'key',
    words: t.identityProviders.words,
    Component: IdentityProviders,
    isFor: ({ store }) => store.read('is_owner'),
  },
  {
    key: 'bots',
    title: t.bots.title,
    icon: 'bot',
    words: t.bots.words,
    Component: OrganizationBots,
  },
  {
    key: 'integrations',
    title: t.integrations.title,
    icon: 'blocks',
    words: t.integrations.words,
    Component: Integrations,
    isFor: ({ store }) => !store.read('is_guest'),
  },
  {
    key: 'emoji-settings',
    title: t.emojiAdmin.title,
    icon: 'smile',
    words: t.emojiAdmin.words,
    Component: CustomEmoji,
  },
  {
    key: 'linkifier-settings',
    title: t.linkifiers.title,
    icon: 'link',
    words: t.linkifiers.words,
    Component: Linkifiers,
  },
  {
    key: 'playground-settings',
    title: t.playgrounds.title,
    icon: 'play',
    words: t.playgrounds.words,
    Component: Playgrounds,
  },
  {
    key: 'profile-field-settings',
    title: t.fieldsAdmin.title,
    icon: 'id-card',
    words: t.fieldsAdmin.words,
    Component: ProfileFields,
    isFor: ({ store }) => store.read('is_admin'),
  },
  {
    key: 'organization-level-user-defaults',
    title: t.defaults.title,
    icon: 'sliders-horizontal',
    words: t.defaults.words,
    Component: DefaultSettings,
    isFor: ({ store }) => store.read('is_admin'),
  },
  {
    key: 'exports',
    title: t.realmExports.title,
    icon: 'download',
    words: t.realmExports.words,
    Component: Exports,
    isFor: ({ store }) => store.read('is_admin'),
  },
  {
    key: 'import',
    title: t.realmImports.title,
    icon: 'archive',
    words: t.realmImports.words,
    Component: Imports,
    isFor: ({ store }) => store.read('is_owner'),
  },
  {
    key: 'statistics',
    title: t.statistics.title,
    icon: 'list',
    words: t.statistics.words,
    Component: Statistics,
    isFor: ({ store }) => store.read('is_owner'),
  },
  {
    key: 'audit-log',
    title: t.auditLog.title,
    icon: 'history',
    words: t.auditLog.words,
    Component: AuditLog,
    isFor: ({ store }) => store.read('is_owner'),
  },
]
