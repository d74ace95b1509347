import { send } from '../../data/api/call'
import { useApp } from '../../context/app'
import * as t from '../../texts/catalog'
import { ownPicture } from '../../parts/avatar/picture'
import { PictureField } from '../../ui/picture-field/picture-field'
import type { StepProps } from './step-props'
import styles from './first-steps.module.css'

/** Setup step: icon of the organization. */
export function IconStep({ onDone }: StepProps) {
  const { store } = useApp()
  const icon = ownPicture(store.read('realm_icon_url'))

  async function upload(picture: Blob, name: string): Promise<void> {
    const body = new FormData()
    body.set('file', picture, name)
    await send('/json/realm/icon', { method: 'POST', body })
    await onDone()
  }

  return (
    <PictureField
      label={t.firstSteps.iconLabel}
      ratio={1}
      maxMegabytes={store.read('max_icon_file_size_mib')}
      onChoose={upload}
    >
      <img
        class={styles['icon']}
        src={icon ?? '/icons/favicon.svg'}
        alt=""
        width="64"
        height="64"
      />
    </PictureField>
  )
}
