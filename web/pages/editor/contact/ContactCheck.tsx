import { checkContact } from '../../../../card/contact-check.ts'
import { type Device, devices } from '../../../../card/vcard-reader.ts'
import { Tabs } from '../../../ui/Tabs.tsx'
import type { PanelProps } from '../draft.ts'
import { PanelSection } from '../panels/PanelSection.tsx'
import { canChange } from '../template.ts'
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

function Checked(panel: PanelProps) {
  const { card, draft, change } = panel
  const checked = { ...draft, id: card.id, updatedAt: card.updatedAt }
  const { landed, errors, advice } = checkContact(checked, location.origin)
  return (
    <div className="tab-sections">
      <PanelSection
        title="Contact Check"
        text="Visitors save your contact in one press. This reads the very file back, as their phones do."
      >
        <Findings
          errors={errors}
          advice={advice}
          can={(fields) => canChange(panel, fields)}
          onFix={change}
        />
      </PanelSection>
      <PanelSection title="How it lands" text="With the draft as it is now, saved or not.">
        <Tabs
          label="Device"
          start="iphone"
          tabs={devices.map((device) => ({
            value: device,
            title: names[device],
            content: (
              <LandedContact device={device} landed={landed[device]} photo={draft.profilePicture} />
            ),
          }))}
        />
      </PanelSection>
    </div>
  )
}

const names: Record<Device, string> = { iphone: 'iPhone', android: 'Android', outlook: 'Outlook' }
