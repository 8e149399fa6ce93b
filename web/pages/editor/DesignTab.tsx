import { Suspense, useState } from 'react'
import { themeName } from '../../../schema/theme.ts'
import { Button } from '../../ui/Button.tsx'
import { CardThumb } from '../../ui/CardThumb.tsx'
import { type PanelProps, previewOf } from './draft.ts'
import { ImageField } from './images/ImageField.tsx'
import { ThemeDialog } from './later.ts'
import { fixedReason } from './template.ts'

/** The look of the card: its theme and its pictures. */
export function DesignTab(props: PanelProps) {
  const [choosing, setChoosing] = useState(false)
  const { card, draft } = props
  const fixed = fixedReason(props, 'theme')
  return (
    <div className="design-tab">
      <section className="panel current-theme" aria-labelledby="current-theme">
        <CardThumb card={previewOf(card, draft)} className="current-theme-thumb" />
        <div>
          <h3 id="current-theme">Theme</h3>
          <p>{themeName(draft.theme)}</p>
          {fixed && (
            <p className="field-hint" id="theme-fixed">
              {fixed}
            </p>
          )}
        </div>
        <Button
          aria-haspopup="dialog"
          aria-disabled={fixed ? true : undefined}
          aria-describedby={fixed && 'theme-fixed'}
          onClick={fixed ? undefined : () => setChoosing(true)}
        >
          Change
        </Button>
      </section>
      <ImageField {...props} field="profilePicture" />
      <ImageField {...props} field="coverPhoto" />
      <ImageField {...props} field="logoUrl" />
      <ImageField {...props} field="faviconUrl" />
      <Suspense fallback={null}>
        {choosing && <ThemeDialog {...props} onClose={() => setChoosing(false)} />}
      </Suspense>
    </div>
  )
}
