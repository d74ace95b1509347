import type { TSchema } from '@sinclair/typebox'
import { updateRealmEndpoint } from '../../../src/server/api/settings/realm'
import { realmPermissions } from '../../../src/server/chat/rules/permissions/realm'
import { supportedPermissions } from '../../../src/server/chat/rules/permissions/supported'
import { olderSettings } from '../../../src/server/chat/rules/realms/older-settings'
import { realmSettings } from '../../../src/server/chat/rules/realms/settings'
import { realmSettings as words } from '../../../src/web/texts/catalog'
import {
  generalSections,
  permissionSections,
  profileSettings,
} from '../../../src/web/features/organization/settings/realm-settings'
import type { RealmSetting } from '../../../src/web/features/organization/settings/realm-settings'

const rows = [...permissionSections, ...generalSections].flatMap(([, settings]) => settings)
const placed = [...rows.map(({ name }) => name), ...profileSettings]
const rowOf = (name: string) => rows.find((row) => row.name === name)

/** Arguments of `PATCH /realm` that are aliases of shown settings, or are set in other areas of the app. */
const elsewhere = new Set(['notifications_stream_id', ...Object.keys(olderSettings)])

describe('the organization settings of the web app', () => {
  it('show every permission that the server declares', () => {
    for (const name of Object.keys(supportedPermissions.realm)) expect(placed).toContain(name)
    expect(
      rows
        .filter(({ kind }) => kind === 'group')
        .map(({ name }) => name)
        .sort(),
    ).toEqual(Object.keys(realmPermissions).sort())
  })

  it('show every argument of the endpoint', () => {
    const taken = Object.keys(updateRealmEndpoint.params).filter((name) => !elsewhere.has(name))
    expect(taken.filter((name) => !placed.some((each) => each === name))).toEqual([])
  })

  it('name the settings that only other apps use', () => {
    const others = generalSections.find(([title]) => title === 'otherApps')?.[1] ?? []
    expect(others.map(({ name }) => name)).toEqual([
      'can_create_web_public_channel_group',
      'giphy_rating',
      'default_twenty_four_hour_time',
      'require_e2ee_push_notifications',
      'can_summarize_topics_group',
      'can_manage_billing_group',
    ])
  })

  it('show each setting once, with a label', () => {
    expect(placed.filter((name, index) => placed.indexOf(name) !== index)).toEqual([])
    const named = placed.filter((name) => !['domains', 'authentication_methods'].includes(name))
    expect(named.filter((name) => words[name] === undefined)).toEqual([])
  })

  it('offer all choices', () => {
    for (const [name, { schema }] of Object.entries(realmSettings)) {
      const choices = ((schema as TSchema)['anyOf'] ?? []) as { const?: string | number }[]
      const row: RealmSetting | undefined = rowOf(name)
      if (row?.kind !== 'choice') continue
      const values = choices.map((choice) => choice.const)
      expect({ name, values: [...row.values].sort() }).toEqual({ name, values: values.sort() })
      for (const value of row.values) expect(words[name]?.choices?.[value]).toBeDefined()
    }
  })
})
