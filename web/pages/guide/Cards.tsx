import { galleryMax } from '../../../schema/card-fields.ts'
import { CardLink, End, Picture, Steps } from './parts.tsx'

export function CreatingCard() {
  return (
    <>
      <p>
        Everyone has one card to begin with. More of them, and cards for others, are made by
        administrators (level 4 and above).
      </p>
      <Steps>
        <li>
          On the dashboard press <strong>Create Your First Card</strong>. Administrators find{' '}
          <strong>Create Card</strong> at the top of the page.
        </li>
        <li>
          Fill in <strong>Basic Info</strong>: name, job title, company, phone, email, website,
          address, a few sentences about you, and a video. A card shows only what you filled in.
        </li>
        <li>
          Add a profile picture, a cover photo and a logo. Each opens a dialog in which you zoom,
          turn and move it until it fits its frame. Take JPG, PNG or GIF files of up to 5MB: of an
          animation the first picture is used, and print colours are converted for screens.
        </li>
        <li>
          Choose the address of your card, such as <strong>/view/your-name</strong>. At level 1 an
          administrator does that for you.
        </li>
        <li>
          Press <strong>Save Changes</strong>. A live card is public at once. As a{' '}
          <strong>draft</strong> only you see it; <strong>paused</strong> it shows your name and
          nothing else.
        </li>
      </Steps>
      <Picture
        name="quick-editor"
        alt="The quick editor on a phone: buttons on the theme, cover, photo and logo of a card"
        width={640}
        height={935}
      />
      <End>
        <CardLink page="editor">Edit your card</CardLink>
      </End>
    </>
  )
}

export function CustomizingCard() {
  return (
    <>
      <p>Everything here is in both editors; the advanced one shows the card beside the form.</p>
      <Steps>
        <li>
          <strong>Design:</strong> choose one of nine themes. You see your own card in each of them
          before you decide, and can change it any day without losing anything.
        </li>
        <li>
          <strong>Social:</strong> add your networks. A handle is enough where the network has one;
          for a network that is not listed use Add Platform.
        </li>
        <li>
          <strong>Buttons:</strong> lead to what you want people to do next, such as booking an
          appointment. Each has its label, its link and its colour; drag them, or use the arrows, to
          put the important one first.
        </li>
        <li>
          <strong>Gallery:</strong> show up to {galleryMax} pictures of your work. Say in a few
          words what is on each: those who cannot see it will hear it. Here an animated GIF keeps
          moving.
        </li>
        <li>
          <strong>Form:</strong> let people leave their details in return. You choose the questions
          and the sentence they agree to; what they send waits in your inbox.
        </li>
      </Steps>
      <Picture
        name="themes"
        alt="The same card in three of the nine themes"
        width={1200}
        height={684}
      />
      <p>
        Changed your mind? Undo steps back through everything since the last save, and what is not
        saved yet is still there when you come back to this browser.
      </p>
      <End>
        <CardLink page="editor">Customize your card</CardLink>
      </End>
    </>
  )
}
