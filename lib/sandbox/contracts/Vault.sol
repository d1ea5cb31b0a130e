// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.37;

import {Deposit} from "./Deposit.sol";

/// What a contract offers that Chainflip pays with a message.
interface Receiver {
    function cfReceive(
        uint32 srcChain,
        bytes calldata srcAddress,
        bytes calldata message,
        address token,
        uint256 amount
    ) external payable;
}

/// The vault of Chainflip, written for the sandbox: what anybody may call has the functions, events and revert texts of
/// the contract on the public chains (chainflip-eth-contracts, Vault.sol). What only the network may do is allowed to
/// one key here: by its own call, or by its signature in anybody's hands, which has the form of the public chains'.
contract Vault {
    address private constant NATIVE = 0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE;
    /// What a receiver of native coins may use up.
    uint256 private constant GAS_TO_FORWARD = 8_000;
    bytes4 private constant SIGNED_TRANSFER =
        bytes4(keccak256("transfer((uint256,uint256,address),(address,address,uint256))"));
    /// Order of secp256k1.
    uint256 private constant Q = 0xFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFFEBAAEDCE6AF48A03BBFD25E8CD0364141;

    /// A Schnorr signature (`sig`, the address of its nonce point) over what is to be done, once for each `nonce`.
    struct SigData {
        uint256 sig;
        uint256 nonce;
        address kTimesGAddress;
    }

    struct TransferParams {
        address token;
        address payable recipient;
        uint256 amount;
    }

    /// The network's account and its public key: x, and 1 where y is odd. The contract is put in place without running a
    /// constructor: these slots are written.
    address public key;
    uint256 public keyX;
    uint256 public keyParity;
    mapping(uint256 => bool) public isNonceUsed;

    event SwapNative(
        uint32 dstChain,
        bytes dstAddress,
        uint32 dstToken,
        uint256 amount,
        address indexed sender,
        bytes cfParameters
    );
    event SwapToken(
        uint32 dstChain,
        bytes dstAddress,
        uint32 dstToken,
        address srcToken,
        uint256 amount,
        address indexed sender,
        bytes cfParameters
    );
    event XCallNative(
        uint32 dstChain,
        bytes dstAddress,
        uint32 dstToken,
        uint256 amount,
        address indexed sender,
        bytes message,
        uint256 gasAmount,
        bytes cfParameters
    );
    event XCallToken(
        uint32 dstChain,
        bytes dstAddress,
        uint32 dstToken,
        address srcToken,
        uint256 amount,
        address indexed sender,
        bytes message,
        uint256 gasAmount,
        bytes cfParameters
    );
    event TransferNativeFailed(address payable indexed recipient, uint256 amount);
    event TransferTokenFailed(address payable indexed recipient, uint256 amount, address indexed token, bytes reason);
    event FetchedNative(address indexed sender, uint256 amount);

    modifier notZero(uint256 amount) {
        require(amount != 0, "Shared: uint input is empty");
        _;
    }

    modifier onlyKey() {
        require(msg.sender == key, "Vault: not the network");
        _;
    }

    modifier signed(SigData calldata sigData, bytes32 contentHash) {
        require(!isNonceUsed[sigData.nonce], "KeyManager: nonce already used");
        bytes32 message = keccak256(
            abi.encode(contentHash, sigData.nonce, address(this), block.chainid, address(this))
        );
        require(isSignature(sigData, message), "KeyManager: Sig invalid");
        isNonceUsed[sigData.nonce] = true;
        _;
    }

    receive() external payable {
        emit FetchedNative(msg.sender, msg.value);
    }

    // What anybody may call: vault swaps.

    function xSwapNative(uint32 dstChain, bytes calldata dstAddress, uint32 dstToken, bytes calldata cfParameters)
        external
        payable
        notZero(msg.value)
    {
        emit SwapNative(dstChain, dstAddress, dstToken, msg.value, msg.sender, cfParameters);
    }

    function xSwapToken(
        uint32 dstChain,
        bytes calldata dstAddress,
        uint32 dstToken,
        address srcToken,
        uint256 amount,
        bytes calldata cfParameters
    ) external notZero(amount) {
        take(srcToken, amount);
        emit SwapToken(dstChain, dstAddress, dstToken, srcToken, amount, msg.sender, cfParameters);
    }

    function xCallNative(
        uint32 dstChain,
        bytes calldata dstAddress,
        uint32 dstToken,
        bytes calldata message,
        uint256 gasAmount,
        bytes calldata cfParameters
    ) external payable notZero(msg.value) {
        emit XCallNative(dstChain, dstAddress, dstToken, msg.value, msg.sender, message, gasAmount, cfParameters);
    }

    function xCallToken(
        uint32 dstChain,
        bytes calldata dstAddress,
        uint32 dstToken,
        bytes calldata message,
        uint256 gasAmount,
        address srcToken,
        uint256 amount,
        bytes calldata cfParameters
    ) external notZero(amount) {
        take(srcToken, amount);
        emit XCallToken(
            dstChain, dstAddress, dstToken, srcToken, amount, msg.sender, message, gasAmount, cfParameters
        );
    }

    // What only the network may call.

    /// A receiver that does not take its money does not hold up the network: the money stays here.
    function transfer(address token, address payable recipient, uint256 amount) external onlyKey {
        pay(token, recipient, amount);
    }

    /// The same with the network's signature, whoever calls.
    function transfer(SigData calldata sigData, TransferParams calldata transferParams)
        external
        signed(sigData, keccak256(abi.encode(SIGNED_TRANSFER, transferParams)))
    {
        pay(transferParams.token, transferParams.recipient, transferParams.amount);
    }

    /// Pays and calls, whoever brings the network's signature; when the call fails, so does the payment.
    function executexSwapAndCall(
        SigData calldata sigData,
        TransferParams calldata transferParams,
        uint32 srcChain,
        bytes calldata srcAddress,
        bytes calldata message
    )
        external
        notZero(transferParams.amount)
        signed(
            sigData,
            keccak256(
                abi.encode(this.executexSwapAndCall.selector, transferParams, srcChain, srcAddress, message)
            )
        )
    {
        (address token, uint256 amount) = (transferParams.token, transferParams.amount);
        address payable recipient = transferParams.recipient;
        if (token != NATIVE) {
            (bool done, bytes memory answer) =
                token.call(abi.encodeWithSignature("transfer(address,uint256)", recipient, amount));
            require(succeeded(done, answer), "Vault: token transfer failed");
        }
        Receiver(recipient).cfReceive{value: token == NATIVE ? amount : 0}(
            srcChain, srcAddress, message, token, amount
        );
    }

    /// Takes what lies at a channel, whether its contract stands already or not.
    function deployAndFetch(bytes32 channel, address token) external onlyKey {
        address deposit = channelAddress(channel, token);
        if (deposit.code.length == 0) new Deposit{salt: channel}(token);
        else Deposit(payable(deposit)).fetch(token);
    }

    /// Takes another token, or coins that were there before, from a channel whose contract stands.
    function fetch(address deposit, address token) external onlyKey {
        Deposit(payable(deposit)).fetch(token);
    }

    function channelAddress(bytes32 channel, address token) public view returns (address) {
        bytes32 code = keccak256(abi.encodePacked(type(Deposit).creationCode, abi.encode(token)));
        return address(uint160(uint256(keccak256(abi.encodePacked(hex"ff", address(this), channel, code)))));
    }

    function pay(address token, address payable recipient, uint256 amount) private {
        if (token == NATIVE) {
            (bool sent,) = recipient.call{value: amount, gas: GAS_TO_FORWARD}("");
            if (!sent) emit TransferNativeFailed(recipient, amount);
            return;
        }
        (bool done, bytes memory answer) =
            token.call(abi.encodeWithSignature("transfer(address,uint256)", recipient, amount));
        if (!succeeded(done, answer)) emit TransferTokenFailed(recipient, amount, token, answer);
    }

    /// Recovers the nonce point from key and signature. Source: chainflip-eth-contracts, SchnorrSECP256K1.sol.
    function isSignature(SigData calldata sigData, bytes32 message) private view returns (bool) {
        require(sigData.sig < Q, "Sig must be reduced modulo Q");
        uint256 challenge = uint256(
            keccak256(abi.encodePacked(keyX, uint8(keyParity), message, sigData.kTimesGAddress))
        );
        address recovered = ecrecover(
            bytes32(Q - mulmod(keyX, sigData.sig, Q)),
            keyParity == 0 ? 27 : 28,
            bytes32(keyX),
            bytes32(mulmod(keyX, challenge, Q))
        );
        return recovered != address(0) && recovered == sigData.kTimesGAddress;
    }

    function take(address token, uint256 amount) private {
        (bool done, bytes memory answer) = token.call(
            abi.encodeWithSignature("transferFrom(address,address,uint256)", msg.sender, address(this), amount)
        );
        require(token.code.length > 0 && succeeded(done, answer), "SafeERC20: ERC20 operation did not succeed");
    }

    /// Some tokens answer nothing where others answer true.
    function succeeded(bool done, bytes memory answer) private pure returns (bool) {
        return done && (answer.length == 0 || abi.decode(answer, (bool)));
    }
}
