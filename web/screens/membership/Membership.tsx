import { useSearch } from 'wouter';
import { useIdentity } from '#web/lib/session.ts';
import { Profile } from './Profile.tsx';
import { GroupsTab, UsersTab } from './MembershipTabs.tsx';
import { MEMBERSHIP_TAB } from './membership-tab.ts';
import { seesMembership } from './membership-rights.ts';

/** Users and groups for who administers them, with the own profile beside; the own profile alone for everyone else. */
export default function Membership() {
  const admin = seesMembership(useIdentity());
  const tab = new URLSearchParams(useSearch()).get(MEMBERSHIP_TAB);
  if (!admin || tab === 'profilo') return <Profile tabs={admin} />;
  return tab === 'groups' ? <GroupsTab /> : <UsersTab />;
}
