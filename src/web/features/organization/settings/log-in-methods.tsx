import * as t from '../../../texts/catalog'
import { Check } from '../../../ui/form/fields'
import { useSetting } from '../../../parts/setting/use-setting'
import { changeSettings } from '../../../data/api/call'
import type { State } from '../../../data/records/state'
import styles from './settings.module.css'
import type { SettingProps } from './setting-props'

type Methods = State['realm_authentication_methods']

/** Login methods that the server supports. Source: docs/protocol/realm-settings.md#authentication-methods. */
export function LogInMethods({ name, target, disabled, hint }: SettingProps) {
  const setting = useSetting({
    read: target.read,
    save: (methods) => {
      const entries = Object.entries(methods as Methods)
      const wanted = Object.fromEntries(
        entries.map(([key, { enabled }]) => [key, enabled] as const),
      )
      return changeSettings('PATCH /realm', { [name]: wanted })
    },
  })
  const methods = (setting.value ?? {}) as Methods
  const available = Object.entries(methods).filter(([, method]) => method.available)
  return (
    <>
      {hint !== undefined && <p class={styles['hint']}>{hint}</p>}
      {available.map(([key, method], index) => (
        <Check
          key={key}
          label={t.logInMethods[key] ?? key}
          disabled={disabled}
          isChecked={method.enabled}
          refusal={index === 0 ? setting.refusal : undefined}
          onChange={(enabled) => void setting.save({ ...methods, [key]: { ...method, enabled } })}
        />
      ))}
    </>
  )
}
