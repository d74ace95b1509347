import { useApp } from '../../../context/app'
import { byName } from '../../../data/conversations/names'
import * as t from '../../../texts/catalog'
import { SelectSetting } from '../../../parts/setting/setting'
import type { SettingProps } from './setting-props'

const nowhere = -1

/** The stream for automatic messages of one kind, or none. */
export function StreamSetting(props: SettingProps) {
  const { store } = useApp()
  const chosen = props.target.read(useApp())
  const choices = store
    .read('streams')
    .toSorted((a, b) => byName(a.name, b.name))
    .map(({ stream_id: value, name, invite_only: isPrivate }) => ({
      value,
      label: isPrivate ? t.realmSetting.privateStream(name) : name,
    }))
  const isHidden =
    typeof chosen === 'number' && chosen !== nowhere && store.stream(chosen) === undefined
  return (
    <SelectSetting
      {...props}
      choices={[
        { value: nowhere, label: t.realmSetting.noStream },
        ...(isHidden ? [{ value: chosen, label: t.realmSetting.hiddenStream }] : []),
        ...choices,
      ]}
    />
  )
}
