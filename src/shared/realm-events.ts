import type { AnswerOf, Frozen } from './calls'
import type { ChangeOf } from './property-changes'

type Registered = Frozen<AnswerOf<'POST /register'>>

/** The properties of a realm: the keys of the register response with the prefix `realm_`, without it. */
export type RealmProperties = {
  readonly [K in keyof Registered as K extends `realm_${infer Name}` ? Name : never]-?: Exclude<
    Registered[K],
    undefined
  >
}

/** A property of a realm and its new value. */
export type RealmChange = ChangeOf<RealmProperties>

export type RealmSettingEvent =
  | ({ type: 'realm'; op: 'update' } & RealmChange)
  | {
      type: 'realm'
      op: 'update_dict'
      property: 'default' | 'icon' | 'logo' | 'night_logo'
      data: Partial<RealmProperties>
    }
  | { type: 'realm'; op: 'deactivated'; realm_id: number }
