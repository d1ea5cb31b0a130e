// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

/// What a contract that signs for itself answers (ERC-1271).
interface Signer {
    function isValidSignature(bytes32 digest, bytes calldata signature) external view returns (bytes4);
}

/// The hash time locks of Garden, written for the sandbox with the functions, events, revert texts and typed data of
/// the contracts on the public chains (docs.garden.finance, "EVM contracts"; gardenfi/garden-sol). How money comes and
/// goes is left to the contract that inherits. They are put in place without running a constructor.
abstract contract HtlcBase {
    struct Order {
        address initiator;
        address redeemer;
        uint256 initiatedAt;
        uint256 timelock;
        uint256 amount;
        uint256 fulfilledAt;
    }

    bytes32 private constant DOMAIN_TYPE =
        keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)");
    bytes32 private constant INITIATE_TYPE =
        keccak256("Initiate(address redeemer,uint256 timelock,uint256 amount,bytes32 secretHash)");
    bytes32 private constant REFUND_TYPE = keccak256("Refund(bytes32 orderId)");
    /// Half of the order of secp256k1: of two signatures that say the same only one is taken.
    uint256 private constant MOST_S = 0x7FFFFFFFFFFFFFFFFFFFFFFFFFFFFFFF5D576E7357A4501DDFE92F46681B20A0;

    mapping(bytes32 => Order) public orders;

    event Initiated(bytes32 indexed orderID, bytes32 indexed secretHash, uint256 indexed amount);
    event Redeemed(bytes32 indexed orderID, bytes32 indexed secretHash, bytes secret);
    event Refunded(bytes32 indexed orderID);

    modifier sound(address redeemer, uint256 timelock, uint256 amount) {
        require(redeemer != address(0), "HTLC: zero address redeemer");
        require(timelock > 0, "HTLC: zero timelock");
        require(amount > 0, "HTLC: zero amount");
        _;
    }

    /// The secret is 32 bytes, as on the other chains: one that only this chain takes would be no lock.
    function redeem(bytes32 orderID, bytes calldata secret) external {
        Order storage order = orders[orderID];
        require(order.redeemer != address(0), "HTLC: order not initiated");
        require(order.fulfilledAt == 0, "HTLC: order fulfilled");
        bytes32 secretHash = sha256(secret);
        require(
            secret.length == 32
                && orderOf(
                    secretHash, order.initiator, order.redeemer, order.timelock, order.amount
                ) == orderID,
            "HTLC: incorrect secret"
        );
        order.fulfilledAt = block.number;
        emit Redeemed(orderID, secretHash, secret);
        give(order.redeemer, order.amount);
    }

    /// Anybody may send it; the money goes to who locked it.
    function refund(bytes32 orderID) external {
        Order storage order = orders[orderID];
        require(order.redeemer != address(0), "HTLC: order not initiated");
        require(order.fulfilledAt == 0, "HTLC: order fulfilled");
        require(block.number - order.initiatedAt > order.timelock, "HTLC: order not expired");
        order.fulfilledAt = block.number;
        emit Refunded(orderID);
        give(order.initiator, order.amount);
    }

    /// Before its time, when the redeemer signs that it goes back.
    function instantRefund(bytes32 orderID, bytes calldata signature) external {
        Order storage order = orders[orderID];
        require(order.redeemer != address(0), "HTLC: order not initiated");
        require(order.fulfilledAt == 0, "HTLC: order fulfilled");
        require(
            signed(order.redeemer, digestOf(keccak256(abi.encode(REFUND_TYPE, orderID))), signature),
            "HTLC: invalid redeemer signature"
        );
        order.fulfilledAt = block.number;
        emit Refunded(orderID);
        give(order.initiator, order.amount);
    }

    /// Notes the lock. The caller takes the money afterwards or has it already.
    function open(address initiator, address redeemer, uint256 timelock, uint256 amount, bytes32 secretHash) internal {
        require(initiator != redeemer, "HTLC: same initiator and redeemer");
        bytes32 orderID = orderOf(secretHash, initiator, redeemer, timelock, amount);
        require(orders[orderID].redeemer == address(0), "HTLC: duplicate order");
        orders[orderID] = Order(initiator, redeemer, block.number, timelock, amount, 0);
        emit Initiated(orderID, secretHash, amount);
    }

    function give(address to, uint256 amount) internal virtual;

    function orderOf(bytes32 secretHash, address initiator, address redeemer, uint256 timelock, uint256 amount)
        private
        view
        returns (bytes32)
    {
        return sha256(abi.encode(block.chainid, secretHash, initiator, redeemer, timelock, amount));
    }

    function initiateDigest(address redeemer, uint256 timelock, uint256 amount, bytes32 secretHash)
        internal
        view
        returns (bytes32)
    {
        return digestOf(keccak256(abi.encode(INITIATE_TYPE, redeemer, timelock, amount, secretHash)));
    }

    function digestOf(bytes32 structHash) private view returns (bytes32) {
        bytes32 domain =
            keccak256(abi.encode(DOMAIN_TYPE, keccak256("HTLC"), keccak256("2"), block.chainid, address(this)));
        return keccak256(abi.encodePacked(hex"1901", domain, structHash));
    }

    /// Zero when the signature is nobody's.
    function signerOf(bytes32 digest, bytes calldata signature) internal pure returns (address) {
        if (signature.length != 65) return address(0);
        (bytes32 r, bytes32 s) = (bytes32(signature[0:32]), bytes32(signature[32:64]));
        if (uint256(s) > MOST_S) return address(0);
        return ecrecover(digest, uint8(signature[64]), r, s);
    }

    function signed(address by, bytes32 digest, bytes calldata signature) internal view returns (bool) {
        if (by.code.length == 0) return by != address(0) && signerOf(digest, signature) == by;
        (bool done, bytes memory answer) =
            by.staticcall(abi.encodeCall(Signer.isValidSignature, (digest, signature)));
        return done && answer.length == 32 && abi.decode(answer, (bytes32)) == bytes32(Signer.isValidSignature.selector);
    }
}

/// Locks of one ERC-20 token.
contract Htlc is HtlcBase {
    /// Written into its slot when the contract is put in place.
    address public token;

    function initiate(address redeemer, uint256 timelock, uint256 amount, bytes32 secretHash)
        external
        sound(redeemer, timelock, amount)
    {
        lock(msg.sender, msg.sender, redeemer, timelock, amount, secretHash);
    }

    /// `destinationData` is for those who read calldata; the lock is the same.
    function initiate(address redeemer, uint256 timelock, uint256 amount, bytes32 secretHash, bytes calldata)
        external
        sound(redeemer, timelock, amount)
    {
        lock(msg.sender, msg.sender, redeemer, timelock, amount, secretHash);
    }

    /// The caller pays; what is not redeemed goes to `initiator`.
    function initiateOnBehalf(
        address initiator,
        address redeemer,
        uint256 timelock,
        uint256 amount,
        bytes32 secretHash
    ) external sound(redeemer, timelock, amount) {
        require(initiator != address(0), "HTLC: zero address initiator");
        lock(msg.sender, initiator, redeemer, timelock, amount, secretHash);
    }

    /// The older form: whoever signed pays.
    function initiateWithSignature(
        address redeemer,
        uint256 timelock,
        uint256 amount,
        bytes32 secretHash,
        bytes calldata signature
    ) external sound(redeemer, timelock, amount) {
        address initiator = signerOf(initiateDigest(redeemer, timelock, amount, secretHash), signature);
        require(initiator != address(0), "HTLC: invalid initiator signature");
        lock(initiator, initiator, redeemer, timelock, amount, secretHash);
    }

    function initiateWithSignature(
        address initiator,
        address redeemer,
        uint256 timelock,
        uint256 amount,
        bytes32 secretHash,
        bytes calldata signature
    ) external sound(redeemer, timelock, amount) {
        require(
            signed(initiator, initiateDigest(redeemer, timelock, amount, secretHash), signature),
            "HTLC: invalid initiator signature"
        );
        lock(initiator, initiator, redeemer, timelock, amount, secretHash);
    }

    /// A token that keeps a part of what it moves would leave other locks short.
    function lock(
        address payer,
        address initiator,
        address redeemer,
        uint256 timelock,
        uint256 amount,
        bytes32 secretHash
    ) private {
        open(initiator, redeemer, timelock, amount, secretHash);
        uint256 before = held();
        call(abi.encodeWithSignature("transferFrom(address,address,uint256)", payer, address(this), amount));
        require(held() - before == amount, "HTLC: amount not received");
    }

    function give(address to, uint256 amount) internal override {
        call(abi.encodeWithSignature("transfer(address,uint256)", to, amount));
    }

    function held() private view returns (uint256) {
        (bool done, bytes memory answer) =
            token.staticcall(abi.encodeWithSignature("balanceOf(address)", address(this)));
        require(done && answer.length == 32, "SafeERC20: low-level call failed");
        return abi.decode(answer, (uint256));
    }

    /// Some tokens answer nothing where others answer true.
    function call(bytes memory data) private {
        (bool done, bytes memory answer) = token.call(data);
        require(
            done && token.code.length > 0 && (answer.length == 0 || abi.decode(answer, (bool))),
            "SafeERC20: ERC20 operation did not succeed"
        );
    }
}
