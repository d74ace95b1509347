import { call } from '../../../data/api/call'
import { callWithFile } from '../../../data/api/call-with-file'
import { useApp } from '../../../context/app'
import * as t from '../../../texts/catalog'
import { PictureField } from '../../../ui/picture-field/picture-field'
import styles from './profile.module.css'

/** Size in pixels, as stored by the server. Source: docs/protocol/realm-settings.md#pictures-here. */
const iconSize = 500

const kinds = [
  { key: 'icon', part: 'icon', args: {} },
  { key: 'logo', part: 'logo', args: { night: false } },
  { key: 'night_logo', part: 'logo', args: { night: true } },
] as const

const defaultOf = { icon: '/icons/favicon.svg', logo: undefined, night_logo: undefined } as const

/** Icon, and logos for light and dark theme. */
export function RealmPictures() {
  const { store } = useApp()
  return (
    <div class={styles['pictures']}>
      {kinds.map(({ key, part, args }) => {
        const { label, hint } = t.organizationPictures[key]
        const isOwn = store.read(`realm_${key}_source`) === 'U'
        // The server makes patterns for missing pictures; the app shows its own icon instead, and no logo.
        const address = isOwn ? String(store.read(`realm_${key}_url`)) : defaultOf[key]
        return (
          <div key={key} class={styles['pictureOf']}>
            <p class={styles['label']} aria-hidden="true">
              {label}
            </p>
            <PictureField
              label={label}
              ratio={key === 'icon' ? 1 : undefined}
              size={iconSize}
              maxMegabytes={limitOf(store.read(`max_${part}_file_size_mib`))}
              onChoose={async (picture, name) => {
                await callWithFile(`POST /realm/${part}`, args, { content: picture, name })
              }}
              onRemove={isOwn ? () => call(`DELETE /realm/${part}`, args) : undefined}
            >
              <span class={styles['shown']} data-kind={key}>
                {address === undefined ? (
                  <span class={styles['none']}>{t.organizationPictures.none}</span>
                ) : (
                  <img src={address} alt={t.organizationPictures.alt(label)} />
                )}
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
