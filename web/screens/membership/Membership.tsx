import { useSearch } from 'wouter';
import { useIdentity } from '#web/lib/session.ts';
import { Profile } from './Profile.tsx';
import { GroupsTab, UsersTab } from './MembershipTabs.tsx';
import { RightsTab } from './RightsTab.tsx';
import { MEMBERSHIP_TAB } from './membership-tab.ts';
import { changesGroups, seesMembership } from './membership-rights.ts';

/** Shows users, groups and the own profile to administrators; others see only their own profile. */
export default function Membership() {
  const who = useIdentity();
  const admin = seesMembership(who);
  const tab = new URLSearchParams(useSearch()).get(MEMBERSHIP_TAB);
  if (!admin || tab === 'profilo') return <Profile tabs={admin} />;
  if (tab === 'diritti' && changesGroups(who)) return <RightsTab />;
  return tab === 'groups' ? <GroupsTab /> : <UsersTab />;
}
