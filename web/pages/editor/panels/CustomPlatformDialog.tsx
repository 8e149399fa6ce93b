import { useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { safeLink } from '../../../../schema/link.ts'
import { Dialog } from '../../../ui/Dialog.tsx'
import { Field } from '../../../ui/Field.tsx'
import { Form } from '../../../ui/Form.tsx'
import type { PanelProps } from '../draft.ts'
import { LinkDialogFoot } from './LinkDialogFoot.tsx'
import { networkKey, networkTitle } from './networks.ts'
import { socialAddress } from './social-address.ts'
import { useLinkSave } from './useLinkSave.tsx'

/** A platform that is not in the lists, by its name and address. */
export function CustomPlatformDialog({ onClose, ...props }: PanelProps & { onClose: () => void }) {
  const { saveLink, failure } = useLinkSave(props, onClose)
  return (
    <Dialog title="Add Platform" onClose={onClose}>
      <Form
        contract={CustomPlatform}
        start={{ name: '', url: '' }}
        onSubmit={({ name, url }, refuse) =>
          saveLink({ network: networkKey(name), title: name, url }, (text) => refuse('name', text))
        }
      >
        {(busy) => (
          <>
            <div className="dialog-body">
              <Field name="name" label="Platform name" autoComplete="off" dir="auto" />
              <Field
                name="url"
                label="URL"
                placeholder="https://example.com/ada…"
                inputMode="url"
                autoCapitalize="none"
                autoComplete="off"
                spellCheck={false}
              />
              <Replaces links={props.draft.socialLinks} />
              {failure}
            </div>
            <LinkDialogFoot busy={busy} onClose={onClose} />
          </>
        )}
      </Form>
    </Dialog>
  )
}

const CustomPlatform = z.pipe(
  z.object({
    name: z.string().check(z.trim(), z.minLength(1, 'Platform name is required')),
    url: z.string().check(z.trim(), z.maxLength(2000, 'Enter a shorter web address')),
  }),
  z.transform(({ name, url }, { issues }) => {
    const address = socialAddress(networkKey(name), url) ?? safeLink(url)
    if (address) return { name, url: address }
    const message = url ? 'Enter a web address that starts with https://' : 'Enter its web address'
    issues.push({ code: 'custom', path: ['url'], message, input: url })
    return z.NEVER
  }),
)

/** Warns that the name is that of a link the card has. */
function Replaces({ links }: { links: Record<string, string> }) {
  const key = networkKey(String(useWatch({ name: 'name' })))
  const address = Object.hasOwn(links, key) ? links[key] : undefined
  return (
    <p className="field-hint becomes" role="status">
      {address && (
        <>
          Replaces your {networkTitle(key)} link, <strong dir="ltr">{address}</strong>
        </>
      )}
    </p>
  )
}
