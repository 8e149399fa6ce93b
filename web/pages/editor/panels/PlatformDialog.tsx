import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Form } from '../../../ui/Form.tsx'
import type { PanelProps } from '../draft.ts'
import { LinkDialogFoot } from './LinkDialogFoot.tsx'
import { networkTitle } from './networks.ts'
import { exampleAddress, socialAddress, typingHint } from './social-address.ts'
import { useLinkSave } from './useLinkSave.tsx'

/** The link of one network: an address, or a handle that becomes one. */
export function PlatformDialog({
  network,
  onClose,
  ...props
}: PanelProps & { network: string; onClose: () => void }) {
  const title = networkTitle(network)
  const address = props.draft.socialLinks[network]
  const { saveLink, failure } = useLinkSave(props, onClose)
  return (
    <Dialog title={address ? `Edit ${title} link` : `Add ${title} link`} onClose={onClose}>
      <Form
        contract={contractOf(network)}
        start={{ url: address ?? '' }}
        onSubmit={({ url }, refuse) =>
          saveLink({ network, title, url }, (text) => refuse('url', text))
        }
      >
        {(busy) => (
          <>
            <div className="dialog-body">
              <Field
                name="url"
                label={`${title} URL`}
                hint={typingHint(network)}
                placeholder={`${exampleAddress(network)}…`}
                inputMode="url"
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
              />
              <Becomes network={network} />
              {failure}
            </div>
            <LinkDialogFoot busy={busy} onClose={onClose} />
          </>
        )}
      </Form>
    </Dialog>
  )
}

function contractOf(network: string) {
  const example = exampleAddress(network)
  return z.object({
    url: z.pipe(
      z.string(),
      z.transform((typed, { issues }) => {
        const address = socialAddress(network, typed)
        if (address && address.length <= 2000) return address
        issues.push({
          code: 'custom',
          message: `Enter a web address, such as ${example}`,
          input: typed,
        })
        return z.NEVER
      }),
    ),
  })
}

/** Says which address is saved for what was typed, when that is not it. */
function Becomes({ network }: { network: string }) {
  const typed = String(useWatch({ name: 'url' }))
  const address = socialAddress(network, typed)
  return (
    <p className="field-hint becomes" role="status">
      {address && address !== typed.trim() && (
        <>
          Will be saved as <strong dir="ltr">{address}</strong>
        </>
      )}
    </p>
  )
}
