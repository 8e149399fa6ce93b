import { checkContact } from '../../../../card/contact-check.ts'
import { type Device, devices } from '../../../../card/vcard-reader.ts'
import { phone, useMedia } from '../../../shell/useMedia.ts'
import { Tabs } from '../../../ui/Tabs.tsx'
import type { PanelProps } from '../draft.ts'
import { PanelSection } from '../panels/PanelSection.tsx'
import { CheckBoundary } from './CheckBoundary.tsx'
import { Findings } from './Findings.tsx'
import { LandedContact } from './LandedContact.tsx'

/** How the saved contact will look on each device, and what to mend with one press. It never holds up a save. */
export function ContactCheck(props: PanelProps) {
  return (
    <CheckBoundary of={props.draft}>
      <Checked {...props} />
    </CheckBoundary>
  )
}

function Checked({ card, draft, change }: PanelProps) {
  const checked = { ...draft, id: card.id, updatedAt: card.updatedAt }
  const { landed, errors, advice } = checkContact(checked, location.origin)
  const onPhone = useMedia(phone)
  const contact = (device: Device) => (
    <LandedContact device={device} landed={landed[device]} photo={draft.profilePicture} />
  )
  return (
    <div className="tab-sections">
      <PanelSection
        title="Contact Check"
        text="Visitors save your contact in one press. This reads the very file back, as their phones do."
      >
        <Findings errors={errors} advice={advice} onFix={change} />
      </PanelSection>
      <PanelSection title="How it lands" text="With the draft as it is now, saved or not.">
        {onPhone ? (
          <Tabs
            label="Device"
            start="iphone"
            tabs={devices.map((device) => ({
              value: device,
              title: names[device],
              content: contact(device),
            }))}
          />
        ) : (
          <section className="landed-all" aria-label="Three devices" {...reachable}>
            {devices.map((device) => (
              <section key={device} aria-label={names[device]}>
                <h3>{names[device]}</h3>
                {contact(device)}
              </section>
            ))}
          </section>
        )}
      </PanelSection>
    </div>
  )
}

// What scrolls must be reachable by keyboard.
const reachable = { tabIndex: 0 }

const names: Record<Device, string> = { iphone: 'iPhone', android: 'Android', outlook: 'Outlook' }
