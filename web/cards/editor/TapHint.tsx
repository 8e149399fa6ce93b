import { Icon } from '../../../card/icons/Icon.tsx'
import { t } from '../../messages/t.ts'

export function TapHint() {
  return (
    <p className="visual-editor-hint">
      <Icon name="click" size={18} />
      {t('Tap on any element to edit')}
    </p>
  )
}
