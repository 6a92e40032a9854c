import type { sendUnaryData } from '@grpc/grpc-js';
import type { ClusterInfo } from '@eventstore/db-client/generated/gossip_pb.js';
import gossip from '@eventstore/db-client/generated/gossip_pb.js';
import type { SupportedMethods } from '@eventstore/db-client/generated/serverfeatures_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_pb.js';

const STREAMS = 'event_store.client.streams.Streams';

/** Handles `ServerFeatures.GetSupportedMethods`, which the client calls before its first append. */
export function handleFunctions() {
  return (_: unknown, answer: sendUnaryData<SupportedMethods>) => {
    const supported = new features.SupportedMethods();
    supported.setEventStoreServerVersion('24.10.0');
    for (const name of ['Read', 'Append', 'BatchAppend']) {
      const method = new features.SupportedMethod();
      method.setServiceName(STREAMS);
      method.setMethodName(name.toLowerCase());
      supported.addMethods(method);
    }
    answer(null, supported);
  };
}

/** Handles `Gossip.Read`: describes a cluster with one member, the leader. */
export function handleGossip(port: () => number) {
  return (_: unknown, answer: sendUnaryData<ClusterInfo>) => {
    const endPoint = new gossip.EndPoint();
    endPoint.setAddress('127.0.0.1');
    endPoint.setPort(port());
    const member = new gossip.MemberInfo();
    member.setIsAlive(true);
    member.setState(gossip.MemberInfo.VNodeState.LEADER);
    member.setHttpEndPoint(endPoint);
    const info = new gossip.ClusterInfo();
    info.addMembers(member);
    answer(null, info);
  };
}
