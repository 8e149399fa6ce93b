import { startTransition, useState } from 'react'
import { Icon } from '../../../../card/icons/Icon.tsx'
import { t } from '../../../messages/t.ts'
import { Button } from '../../../ui/Button.tsx'
import { toast } from '../../../ui/toasts.ts'
import type { PanelProps } from '../draft.ts'
import { ImportDialog } from '../lazy-dialogs.ts'

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

/** Opens the import of contact details, which calls `panel.change` once with everything imported. */
export function ImportButton({
  panel,
  label,
  size,
}: {
  panel: PanelProps
  label: string
  size?: 'small'
}) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        size={size}
        aria-haspopup="dialog"
        onPointerEnter={ImportDialog.preload}
        onClick={() => startTransition(() => setOpen(true))}
      >
        <Icon name="upload" size={16} />
        {label}
      </Button>
      {open && <ImportDialog panel={panel} onClose={() => setOpen(false)} />}
    </>
  )
}
