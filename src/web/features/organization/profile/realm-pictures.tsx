import { call, send } from '../../../data/api/call'
import { useApp } from '../../../app/app'
import * as t from '../../../texts/en'
import { PictureField } from '../../../ui/picture-field/picture-field'
import styles from './profile.module.css'

/** Size in pixels, as stored by the server. Source: docs/protocol/realm-settings.md#pictures-here. */
const iconSize = 500

interface Kind {
  key: 'icon' | 'logo' | 'night_logo'
  path: '/realm/icon' | '/realm/logo'
  args: Record<string, unknown>
}

const kinds: readonly Kind[] = [
  { key: 'icon', path: '/realm/icon', args: {} },
  { key: 'logo', path: '/realm/logo', args: { night: false } },
  { key: 'night_logo', path: '/realm/logo', args: { night: true } },
]

/** Icon, and logos for light and dark theme. */
export function RealmPictures({ disabled }: { disabled: boolean }) {
  const { store } = useApp()
  return (
    <div class={styles['pictures']}>
      {kinds.map(({ key, path, args }) => {
        const { label, hint } = t.organizationPictures[key]
        const isOwn = store.read(`realm_${key}_source`) === 'U'
        const address = String(store.read(`realm_${key}_url`))
        return (
          <div key={key} class={styles['pictureOf']}>
            <p class={styles['label']} aria-hidden="true">
              {label}
            </p>
            <PictureField
              label={label}
              disabled={disabled}
              ratio={key === 'icon' ? 1 : undefined}
              size={iconSize}
              maxMegabytes={limitOf(store.read(`max_${path.slice(7)}_file_size_mib`))}
              onChoose={async (picture, name) => {
                const form = new FormData()
                form.append('file', picture, name)
                for (const [arg, value] of Object.entries(args)) form.append(arg, String(value))
                await send(`/json${path}`, { method: 'POST', body: form })
              }}
              onRemove={isOwn ? () => call('DELETE', path, args) : undefined}
            >
              <span class={styles['shown']} data-kind={key}>
                <img src={address} alt={t.organizationPictures.alt(label)} />
              </span>
            </PictureField>
            <p class={styles['hint']}>{hint}</p>
          </div>
        )
      })}
    </div>
  )
}

function limitOf(value: unknown): number | undefined {
  return typeof value === 'number' ? value : undefined
}
