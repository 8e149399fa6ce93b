import { t } from '../../../messages/t.ts'
import { toast } from '../../../ui/toasts.ts'
import type { PanelProps } from '../draft.ts'
import { ImportButton } from './ImportButton.tsx'

/** Offers the import of contact details, at the top of Basic Info. */
export function ImportPrompt({ panel }: { panel: PanelProps }) {
  const change: PanelProps['change'] = (fields) => {
    panel.change(fields)
    toast(t('Details imported'), t('Select Save Changes to save them.'))
  }
  return (
    <div className="import-line">
      <p>{t('Have a contact file or an email signature? Skip the typing.')}</p>
      <ImportButton panel={{ ...panel, change }} label={t('Import contact details')} size="small" />
    </div>
  )
}
